/// To come.
@NullMarked
package dev.setpoint.apiserver;

import org.jspecify.annotations.NullMarked;
