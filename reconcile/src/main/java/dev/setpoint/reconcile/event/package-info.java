/// Kubernetes Events: what a loop tells people. Recorded asynchronously, aggregated and limited as client-go
/// does, and never a reason for a reconcile to wait or fail.
@NullMarked
package dev.setpoint.reconcile.event;

import org.jspecify.annotations.NullMarked;
