package dev.setpoint.agent.pod;

import dev.setpoint.reconcile.event.EventRecorder;

/// Something that a kubelet would tell people about one container, in its words.
///
/// @param part where in the pod: `spec.containers{web}`
public record Happening(String part, EventRecorder.Type type, String reason, String message) {}
