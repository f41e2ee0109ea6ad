package dev.setpoint.controllers.garbage;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.garbage.GarbagePlan.KnownOwner;
import dev.setpoint.controllers.garbage.GarbagePlan.OwnerState;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/// Executes a [GarbagePlan] for one object of any kind.
///
/// Every write names the uid and the revision that the plan was made for: an object that has changed since
/// is looked at again.
final class GarbageReconciler implements Reconciler<Key> {
    /// For what no event may ever announce: an owner whose kind nobody knows yet, or that no cache has
    /// shown yet.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    private final Client client;
    private final Kinds kinds;

    GarbageReconciler(Client client, Kinds kinds) {
        this.client = client;
        this.kinds = kinds;
    }

    @Override
    public Outcome reconcile(Key key) {
        Optional<Item> found = kinds.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE;
        }
        Item item = found.get();
        List<KnownOwner> owners = new ArrayList<>();
        boolean allCached = true;
        for (Owner owner : item.header().owners()) {
            Optional<Kinds.Kind> kind = kinds.of(owner);
            if (kind.isEmpty()) {
                return Outcome.checkAgain(LOOK_AGAIN);
            }
            if (kind.get().type().namespaced()
                    && item.stored().key().namespace().isEmpty()) {
                return Outcome.DONE; // Such a reference means nothing, and will never mean anything.
            }
            Optional<OwnerState> cached = cached(kind.get(), owner, item);
            allCached &= cached.isPresent();
            owners.add(new KnownOwner(owner.uid(), cached.orElseGet(() -> live(kind.get(), owner, item))));
        }
        GarbagePlan plan = GarbagePlan.plan(item, owners, kinds.dependents(item.uid()));
        plan.actions().forEach(action -> execute(item, action));
        boolean unseenOwner = !allCached
                && owners.stream().anyMatch(owner -> owner.state() != OwnerState.GONE)
                && plan.actions().isEmpty();
        return unseenOwner ? Outcome.checkAgain(LOOK_AGAIN) : Outcome.DONE;
    }

    private static Optional<OwnerState> cached(Kinds.Kind kind, Owner owner, Item item) {
        return kind.objects()
                .get()
                .find(Kinds.place(kind, owner, item.stored()))
                .filter(stored -> stored.header().uid().equals(owner.uid()))
                .map(stored -> state(new Item(kind.type(), stored)));
    }

    /// A cache may be behind: nothing is deleted on its word alone.
    private OwnerState live(Kinds.Kind kind, Owner owner, Item item) {
        ObjectKey place = Kinds.place(kind, owner, item.stored());
        try {
            Stored stored = client.get(Target.object(kind.type().resource(), place.namespace(), place.name()));
            return stored.header().uid().equals(owner.uid()) ? state(new Item(kind.type(), stored)) : OwnerState.GONE;
        } catch (ApiException e) {
            if (e.error().notFound()) {
                return OwnerState.GONE;
            }
            throw e;
        }
    }

    private static OwnerState state(Item owner) {
        return owner.waitsForDependents() ? OwnerState.WAITING : OwnerState.SOLID;
    }

    private void execute(Item item, GarbageAction action) {
        switch (action) {
            case GarbageAction.Delete(var propagation) -> delete(item, propagation);
            case GarbageAction.DropOwners(var uids) -> editOwners(item, references -> without(references, uids));
            case GarbageAction.UnblockOwners() -> editOwners(item, GarbageReconciler::unblocked);
            case GarbageAction.Orphan(var dependent) ->
                editOwners(dependent, references -> without(references, List.of(item.uid())));
            case GarbageAction.RemoveFinalizer(var finalizer) -> removeFinalizer(item, finalizer);
        }
    }

    private void delete(Item item, DeleteOptions.Propagation propagation) {
        DeleteOptions options = new DeleteOptions(
                propagation,
                OptionalLong.empty(),
                Optional.of(item.uid()),
                Optional.of(Long.toString(item.stored().revision())));
        try {
            client.delete(item.target(), options);
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    private void removeFinalizer(Item item, String finalizer) {
        List<String> left = new ArrayList<>(item.header().finalizers());
        left.remove(finalizer);
        patch(item, item.stored().revision(), new JsonObject().put("finalizers", JsonArray.ofTexts(left)));
    }

    /// References are changed in the object's own words, which the header does not keep: it is read for that.
    private void editOwners(Item item, UnaryOperator<JsonArray> edit) {
        try {
            Stored live = client.get(item.target());
            if (!live.header().uid().equals(item.uid())) {
                return;
            }
            JsonObject metadata = CompactReader.object(live.filled()).child("metadata");
            JsonArray references = metadata.array("ownerReferences");
            if (references != null) {
                patch(item, live.revision(), new JsonObject().put("ownerReferences", edit.apply(references)));
            }
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    private static JsonArray without(JsonArray references, List<String> uids) {
        references.removeIf(
                reference -> reference instanceof JsonObject owner && uids.contains(owner.textOr("uid", "")));
        return references;
    }

    private static JsonArray unblocked(JsonArray references) {
        references.objects().forEach(owner -> owner.put("blockOwnerDeletion", false));
        return references;
    }

    private void patch(Item item, long revision, JsonObject metadata) {
        metadata.put("uid", item.uid()).put("resourceVersion", Long.toString(revision));
        try {
            client.patch(
                    item.target(),
                    PatchType.MERGE,
                    new Body.Tree(new JsonObject().put("metadata", metadata)),
                    WriteOptions.as(Authorship.NAME));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }
}
