package dev.setpoint.server.mirror;

import dev.setpoint.client.ObjectKey;
import java.util.List;

/// A part of the control plane that shows itself as a pod.
///
/// @param name of the part, and of the pod's only container: `kube-scheduler`
/// @param command what such a part would have been started with
/// @param restart ends the part and starts it anew, with nothing that it knew; does nothing where the
///     part cannot be had apart from the whole process
public record Component(String name, String image, List<String> command, Runnable restart) {
    static final String NAMESPACE = "kube-system";

    /// One that ends only with the whole process.
    public static Component lasting(String name, String image, List<String> command) {
        return new Component(name, image, command, () -> {});
    }

    ObjectKey pod(String node) {
        return new ObjectKey(NAMESPACE, name + "-" + node);
    }
}
