/// What tests of every module share. Production code never uses it.
@NullMarked
package dev.setpoint.base.testing;

import org.jspecify.annotations.NullMarked;
