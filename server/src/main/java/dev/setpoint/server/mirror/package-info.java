/// The control plane shows itself: each of its parts is a pod in `kube-system`, as the static pods of a
/// cluster's control plane are, on the first node.
///
/// Such a pod runs nothing. It mirrors what runs in this process: [dev.setpoint.server.mirror.MirrorPods]
/// writes it, keeps its status true, and puts it back when somebody deletes it. To delete the pod of a
/// part that can be restarted is to restart that part, cold.
@NullMarked
package dev.setpoint.server.mirror;

import org.jspecify.annotations.NullMarked;
