/// What the workload loops share, as pure functions: the facts of a pod, who owns what, which pods go first
/// when some must go, the pod that a template describes and its hash.
@NullMarked
package dev.setpoint.controllers.workload;

import org.jspecify.annotations.NullMarked;
