package dev.setpoint.client;

/// Everything that a loop may do to the control plane.
public interface Client extends Reader, Writer, Watcher {
    /// Where the objects are kept that were decoded from what this client reads. They belong to whoever gives out the
    /// values: all clients of one API server in this JVM share them, as they share its bytes.
    default DecodedObjects decoded() {
        return DecodedObjects.NONE;
    }

    /// The same client, whose writes count only while its owner leads by the Lease that the fence names.
    ///
    /// A client that cannot carry the fence refuses loudly: a leader's write that nobody checks is worse than none.
    default Client fenced(Fence fence) {
        throw new UnsupportedOperationException(this + " knows no fences");
    }
}
