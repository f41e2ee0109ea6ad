/// The program as one jar that starts fast. What is in it is what lies on the class path: nothing is left out,
/// renamed or changed in what it does.
@NullMarked
package dev.setpoint.cli.bundle;

import org.jspecify.annotations.NullMarked;
