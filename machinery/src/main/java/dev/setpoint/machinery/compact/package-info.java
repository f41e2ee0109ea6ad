/// Tables that are made while building and read while running: named records of numbers and texts.
///
/// Start-up is what counts. Opening a table costs nothing but its bytes; a record is found by binary search and read
/// when it is asked for. The writer lies next to the reader so that the format is in one place.
@NullMarked
package dev.setpoint.machinery.compact;

import org.jspecify.annotations.NullMarked;
