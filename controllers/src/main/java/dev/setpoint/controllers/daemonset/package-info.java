/// Keeps one pod of a template on every node that it fits, and none elsewhere.
///
/// Which nodes those are is found by asking, of each node, whether the scheduler would let the pod in there; the
/// pod is then bound to its node by an affinity to the node's name, and the scheduler does the rest. A new
/// template comes to the nodes step by step: a pod goes before its successor comes, as many at a time as may be
/// unavailable, or, where surging is allowed, after.
@NullMarked
package dev.setpoint.controllers.daemonset;

import org.jspecify.annotations.NullMarked;
