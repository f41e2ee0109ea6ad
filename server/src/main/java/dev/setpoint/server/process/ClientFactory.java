package dev.setpoint.server.process;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.client.Client;
import dev.setpoint.client.Fence;

/// Clients of one process, by identity: the controller manager speaks for itself and for the service account of each
/// controller.
@FunctionalInterface
public interface ClientFactory {
    /// @throws IllegalArgumentException when the process has no means to speak for that user
    Client as(User user);

    /// For one that leads: its writes count only while it does.
    default Client as(User user, Fence fence) {
        return as(user).fenced(fence);
    }
}
