/// Pods, and the templates of pods that other kinds carry: what is filled in, what must hold, what may change.
@NullMarked
package dev.setpoint.resources.strategy.pod;

import org.jspecify.annotations.NullMarked;
