package dev.setpoint.controllers.workload;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;

/// A loop that creates objects beside its own, and ends when their namespace does.
///
/// Nothing can be created in a namespace that is going away, and it never comes back: to try again would be refused
/// again, and the loop's own object goes as well. So such a refusal is the end of the work and no failure of it.
public record UntilNamespaceEnds(Reconciler<ObjectKey> loop) implements Reconciler<ObjectKey> {
    @Override
    public Outcome reconcile(ObjectKey key) {
        try {
            return loop.reconcile(key);
        } catch (ApiException e) {
            if (e.error().namespaceTerminating()) {
                return Outcome.DONE;
            }
            throw e;
        }
    }
}
