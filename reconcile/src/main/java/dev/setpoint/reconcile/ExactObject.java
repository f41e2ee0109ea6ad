package dev.setpoint.reconcile;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.ApiException;
import io.fabric8.kubernetes.api.model.HasMetadata;

/// One very object, told by its uid from others that had or will have its name.
///
/// A write that names the uid is refused when another object has the name, and the refusal is a conflict like any
/// other: Kubernetes does not say in it what did not fit. So the object is looked at again:
///
///     delete pods/web-1 with uid 41     Conflict
///     list pods named web-1             none, or uid 57: 41 is gone, and a uid never comes back
///                                       uid 41: it is there, and the conflict was about something else
///
/// By a list, because loops may list whatever they delete, and few of Kubernetes' roles let them get it.
public record ExactObject(Target target, String uid) {
    public static ExactObject of(Target target, Stored stored) {
        return new ExactObject(target, stored.header().uid());
    }

    public static <T extends HasMetadata> ExactObject of(Typed<T> typed, T object) {
        return new ExactObject(typed.target(object), object.getMetadata().getUid());
    }

    /// Deletes it, never one that has taken its name since.
    ///
    /// @return false when it was gone already
    public boolean delete(Client client) {
        try {
            client.delete(target, DeleteOptions.exactly(uid));
            return true;
        } catch (ApiException e) {
            if (goneAfter(e, client)) {
                return false;
            }
            throw e;
        }
    }

    /// Whether a write that named the uid was refused because the object is gone. A reconcile that acts on that waits
    /// for the cache to show it as well, as after a deletion of its own.
    ///
    /// @throws ApiException when the object cannot be looked at
    public boolean goneAfter(ApiException refusal, Client client) {
        boolean gone = refusal.error().notFound() || (refusal.error().conflict() && !isThere(client));
        if (gone) {
            Run.current()
                    .ifPresent(run -> run.add(new Wait.Gone(
                            target.resource().groupResource(), new ObjectKey(target.namespace(), target.name()), uid)));
        }
        return gone;
    }

    private boolean isThere(Client client) {
        Target collection = Target.collection(target.resource(), target.namespace());
        return client.list(collection, ListOptions.fields("metadata.name=" + target.name())).items().stream()
                .anyMatch(found -> found.header().uid().equals(uid));
    }
}
