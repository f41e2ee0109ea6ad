/// Strategies of the core group, but for pods: they have a package of their own.
@NullMarked
package dev.setpoint.resources.strategy.core;

import org.jspecify.annotations.NullMarked;
