package dev.setpoint.apiserver.registry.write;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Fence;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Lets a leader write only while it leads: the Lease is read in the snapshot that the write is decided
/// on, and its revision is a condition of the commit. A renewal in between only repeats the try.
final class Fencing {
    private static final GroupResource LEASES = new GroupResource("coordination.k8s.io", "leases");

    /// More leaders than one server sees.
    private static final int MOST_KNOWN = 64;

    /// The Leases as they were read last, since one is asked for with every write.
    private final Map<Key, Term> known = new ConcurrentHashMap<>();

    private record Term(Stored lease, String holder, long transitions) {}

    /// The same commit, for a writer who leads.
    ///
    /// @throws ApiException when the writer does not lead
    Commit fenced(Commit commit, Snapshot snapshot, Optional<Fence> proof) {
        if (proof.isEmpty()) {
            return commit;
        }
        Fence fence = proof.get();
        Key key = new Key(LEASES.toString(), fence.namespace(), fence.lease());
        Stored lease = snapshot.find(key).orElseThrow(() -> deposed(fence, "the Lease is gone"));
        Term term = term(lease);
        if (!term.holder().equals(fence.holder()) || term.transitions() != fence.transitions()) {
            throw deposed(fence, "\"" + term.holder() + "\" holds it in term " + term.transitions());
        }
        List<Commit.Condition> conditions = new ArrayList<>(commit.conditions());
        if (commit.conditions().stream().noneMatch(condition -> condition.key().equals(key))) {
            conditions.add(WriteRules.unchanged(lease));
        }
        return new Commit(conditions, commit.writes(), commit.cause());
    }

    private Term term(Stored lease) {
        Term last = known.get(lease.key());
        if (last != null && last.lease().equals(lease)) {
            return last;
        }
        JsonObject spec = EncodedObject.tree(lease).child("spec");
        Term read = new Term(lease, spec.textOr("holderIdentity", ""), spec.integerOr("leaseTransitions", 0));
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.put(lease.key(), read);
        return read;
    }

    private static ApiException deposed(Fence fence, String why) {
        return new ApiException(new ApiError.Conflict(
                LEASES,
                fence.lease(),
                "\"" + fence.holder() + "\" does not lead in term " + fence.transitions() + " any more: " + why));
    }
}
