/// The command line: one class for each command, nothing else. What a command does lives in the modules
/// below; here are its options, what it prints, and its exit code.
@NullMarked
package dev.setpoint.cli;

import org.jspecify.annotations.NullMarked;
