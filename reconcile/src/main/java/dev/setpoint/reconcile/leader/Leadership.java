package dev.setpoint.reconcile.leader;

import dev.setpoint.client.Fence;

/// What a candidate does while it leads.
@FunctionalInterface
public interface Leadership {
    /// Begins a term. Returns soon: the Lease is renewed only after it has.
    ///
    /// @param fence for the clients of this term
    Term begin(Fence fence);

    /// A term under way. Closing it ends it: whatever ran for it has stopped, and forgets what it knew.
    interface Term extends AutoCloseable {
        @Override
        void close();
    }
}
