package dev.setpoint.client;

/// Everything that a loop may do to the control plane.
public interface Client extends Reader, Writer, Watcher {
    /// The same client, whose writes count only while its owner leads by the Lease that the fence names.
    ///
    /// A client that cannot carry the fence refuses loudly: a leader's write that nobody checks is worse than none.
    default Client fenced(Fence fence) {
        throw new UnsupportedOperationException(this + " knows no fences");
    }
}
