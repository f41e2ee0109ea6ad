/// The work queue: a key waits once, runs in one worker at a time, and runs again if it was added while
/// running.
///
/// Failures come back with exponential delay for each key and under one budget for all. Knows nothing of
/// Kubernetes.
@NullMarked
package dev.setpoint.reconcile.queue;

import org.jspecify.annotations.NullMarked;
