package dev.setpoint.controllers.history;

import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.OwnerPatches;
import dev.setpoint.controllers.workload.WorkloadSelector;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.ExactObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/// Keeps the history of workloads: executes a [HistoryPlan].
public final class RevisionHistory {
    private static final WriteOptions OPTIONS = WriteOptions.as(Authorship.NAME);
    /// More than one collision in a row does not happen; a bound is for what is not a collision at all.
    private static final int ATTEMPTS = 10;

    private final Client client;
    private final Typed<ControllerRevision> typed = Typed.of(ControllerRevision.class);
    private final Informer<ControllerRevision> informer;
    private final String hashLabel;

    /// @param hashLabel the label that carries the part of a revision's name that follows from its data
    public RevisionHistory(Loops loops, String hashLabel) {
        this.hashLabel = hashLabel;
        this.client = loops.client();
        this.informer = loops.informer(typed);
        informer.index(Orphans.INDEX);
    }

    /// The newest revision, and how often a name has been taken so far.
    public record Newest(Revision revision, int collisions) {}

    /// The revisions of a workload; those that nobody controls and its selector picks become its own.
    public List<Revision> of(HasMetadata owner, LabelSelector selector) {
        List<Revision> revisions = new ArrayList<>();
        for (Stored stored : informer.objects().indexed(Index.OWNER, Metadata.uid(owner))) {
            if (stored.header().owners().stream()
                    .anyMatch(each -> each.controller() && each.uid().equals(Metadata.uid(owner)))) {
                revisions.add(Revision.of(stored));
            }
        }
        if (!Metadata.deleting(owner)) {
            informer.objects().indexed(Orphans.INDEX, owner.getMetadata().getNamespace()).stream()
                    .filter(stored ->
                            WorkloadSelector.matches(selector, stored.header().labels()))
                    .forEach(stored -> revisions.add(adopt(owner, stored)));
        }
        return revisions;
    }

    private Revision adopt(HasMetadata owner, Stored orphan) {
        return Revision.of(client.patch(
                target(ObjectKey.of(orphan.key())),
                PatchType.MERGE,
                new Body.Tree(OwnerPatches.adopt(owner, informer.typed().decode(orphan))),
                OPTIONS));
    }

    /// Makes the present template the newest revision.
    ///
    /// @param template as the workload has it
    /// @param labels of the new revision, if there has to be one, beside its hash
    /// @param collisions as the workload's status says
    /// @param hash of the template, by the number of collisions
    public Newest advance(
            HasMetadata owner,
            List<Revision> revisions,
            JsonObject template,
            Map<String, String> labels,
            int collisions,
            IntFunction<String> hash) {
        JsonObject data = Revision.patch(template);
        return switch (HistoryPlan.step(revisions, data)) {
            case HistoryPlan.Step.Keep(var revision) -> new Newest(revision, collisions);
            case HistoryPlan.Step.Renumber(var revision, var number) ->
                new Newest(renumber(revision, number), collisions);
            case HistoryPlan.Step.Create(var number) -> create(owner, data, number, labels, collisions, hash);
        };
    }

    public void delete(Collection<Revision> revisions) {
        for (Revision revision : revisions) {
            var _ = ExactObject.of(target(ObjectKey.of(revision.stored().key())), revision.stored())
                    .delete(client);
        }
    }

    private Revision renumber(Revision revision, long number) {
        JsonObject patch = new JsonObject()
                .put("revision", number)
                .put(
                        "metadata",
                        new JsonObject()
                                .put(
                                        "resourceVersion",
                                        Long.toString(revision.stored().revision())));
        return Revision.of(client.patch(
                target(ObjectKey.of(revision.stored().key())), PatchType.MERGE, new Body.Tree(patch), OPTIONS));
    }

    /// A name that is taken by an equal revision of ours is one that the cache has yet to show.
    private Newest create(
            HasMetadata owner,
            JsonObject data,
            long number,
            Map<String, String> labels,
            int collisions,
            IntFunction<String> hashes) {
        for (int taken = collisions; taken < collisions + ATTEMPTS; taken++) {
            String hash = hashes.apply(taken);
            ObjectKey key =
                    new ObjectKey(owner.getMetadata().getNamespace(), Revision.nameOf(Metadata.name(owner), hash));
            try {
                JsonObject tree = tree(owner, key, data, number, labels, hash);
                return new Newest(
                        Revision.of(client.create(typed.collection(key.namespace()), new Body.Tree(tree), OPTIONS)),
                        taken);
            } catch (ApiException e) {
                if (!e.error().alreadyExists()) {
                    throw e;
                }
                Stored found = client.get(target(key));
                boolean ours = found.header().owners().stream()
                        .filter(Owner::controller)
                        .anyMatch(each -> each.uid().equals(Metadata.uid(owner)));
                if (ours && Revision.of(found).data().equals(data)) {
                    return new Newest(Revision.of(found), taken);
                }
            }
        }
        throw new IllegalStateException("no free name for a revision of " + ObjectKey.of(owner));
    }

    private JsonObject tree(
            HasMetadata owner, ObjectKey key, JsonObject data, long number, Map<String, String> labels, String hash) {
        JsonObject labelled = new JsonObject();
        labels.forEach(labelled::put);
        JsonObject metadata = new JsonObject()
                .put("name", key.name())
                .put("namespace", key.namespace())
                .put("labels", labelled.put(hashLabel, hash))
                .put("ownerReferences", JsonArray.of(OwnerPatches.reference(owner)));
        JsonObject annotations = new JsonObject();
        Metadata.annotations(owner).forEach(annotations::put);
        if (!annotations.isEmpty()) {
            metadata.put("annotations", annotations);
        }
        return new JsonObject()
                .put("kind", "ControllerRevision")
                .put("apiVersion", "apps/v1")
                .put("metadata", metadata)
                .put("data", data.copy())
                .put("revision", number);
    }

    private Target target(ObjectKey key) {
        return typed.object(key);
    }
}
