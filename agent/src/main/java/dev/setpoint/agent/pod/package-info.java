/// The life of a simulated pod: a pure function from the pod as the API shows it and the time to what a kubelet would
/// do next, and a thin reconciler that does it.
///
/// The observed status is the whole state. An agent that is killed and started again finds in it which containers run
/// since when under which ids, and goes on from there. What a pod is meant to do is declared in its annotations:
///
/// | annotation | meaning | without it |
/// |---|---|---|
/// | `sim.setpoint.dev/start-seconds` | how long it stays in ContainerCreating | a few hundredths of a second |
/// | `sim.setpoint.dev/init-seconds` | how long each init container runs | 0 |
/// | `sim.setpoint.dev/run-seconds` | when its containers end by themselves | never; 1 for pods of a Job |
/// | `sim.setpoint.dev/exit-code` | what they end with; alone it means: at once | 0 |
/// | `sim.setpoint.dev/ready-after-seconds` | from start to ready, or `never` | the readiness probe's initial delay |
/// | `sim.setpoint.dev/stop-seconds` | how long stopping takes, at most the grace period | 0 |
/// | `sim.setpoint.dev/image-pull-error` | the image cannot be pulled: what the registry says | images are there |
///
/// Seconds may have a fraction. A value that cannot be understood counts as absent.
@NullMarked
package dev.setpoint.agent.pod;

import org.jspecify.annotations.NullMarked;
