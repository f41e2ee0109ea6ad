/// Times and durations as the API writes them. Pure: nothing here knows what time it is.
@NullMarked
package dev.setpoint.machinery.time;

import org.jspecify.annotations.NullMarked;
