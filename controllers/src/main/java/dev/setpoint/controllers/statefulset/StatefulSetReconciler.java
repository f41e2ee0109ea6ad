package dev.setpoint.controllers.statefulset;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.history.HistoryPlan;
import dev.setpoint.controllers.history.Revision;
import dev.setpoint.controllers.history.RevisionHistory;
import dev.setpoint.controllers.statefulset.StatefulSetPlan.Version;
import dev.setpoint.controllers.workload.Adoption;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.OwnerPatches;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps the history of a StatefulSet, executes its [StatefulSetPlan], and reports what came of it.
final class StatefulSetReconciler implements Reconciler<ObjectKey> {
    private static final String HASH_LABEL = "controller.kubernetes.io/hash";
    private static final int DEFAULT_HISTORY = 10;

    private final Env env;
    private final Informer<StatefulSet> sets;
    private final Informer<Pod> pods;
    private final Informer<PersistentVolumeClaim> claims;
    private final TypedClient<StatefulSet> setClient;
    private final TypedClient<Pod> podClient;
    private final TypedClient<PersistentVolumeClaim> claimClient;
    private final RevisionHistory history;
    private final EventRecorder events;

    StatefulSetReconciler(Env env, Loops loops) {
        Client client = loops.client();
        this.env = env;
        this.sets = loops.informer(Types.STATEFUL_SET);
        this.pods = loops.informer(Types.POD);
        this.claims = loops.informer(Types.PERSISTENT_VOLUME_CLAIM);
        this.setClient = Types.STATEFUL_SET.over(client).as(Authorship.NAME);
        this.podClient = Types.POD.over(client).as(Authorship.NAME);
        this.claimClient = Types.PERSISTENT_VOLUME_CLAIM.over(client).as(Authorship.NAME);
        this.history = new RevisionHistory(loops, HASH_LABEL);
        this.events = loops.events("statefulset-controller");
        pods.index(Orphans.INDEX);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Stored> found = sets.objects().find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Deleted: the garbage collector owns what is left.
        }
        StatefulSet set = sets.typed().decode(found.get());
        JsonObject tree = CompactReader.object(found.get().filled());
        List<Revision> revisions = history.of(set, set.getSpec().getSelector());
        List<Pod> candidates = Orphans.candidates(pods, set, set.getSpec().getSelector());
        StatefulSetPlan.Observed observed = observe(set, tree, revisions, candidates);
        StatefulSetPlan plan = StatefulSetPlan.plan(set, observed, env.wallTime());
        if (plan.adopts() && !Adoption.allowed(setClient::find, set)) {
            return Outcome.DONE; // The news of its deletion is on its way.
        }
        plan.actions().forEach(action -> execute(set, action));
        if (!plan.status().equals(set.getStatus())) {
            setClient.updateStatus(
                    new StatefulSetBuilder(set).withStatus(plan.status()).build());
        }
        if (!Metadata.deleting(set)) {
            truncate(set, revisions, observed);
        }
        if (plan.obstacle().isPresent()) {
            throw new IllegalStateException(plan.obstacle().get());
        }
        return plan.checkAgain().map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private StatefulSetPlan.Observed observe(
            StatefulSet set, JsonObject tree, List<Revision> revisions, List<Pod> candidates) {
        int collisions =
                set.getStatus() == null ? 0 : Metadata.orZero(set.getStatus().getCollisionCount());
        JsonObject template = tree.child("spec").child("template");
        RevisionHistory.Newest newest = history.advance(
                set,
                revisions,
                template,
                Metadata.orEmpty(set.getSpec().getTemplate().getMetadata().getLabels()),
                collisions,
                taken -> Revision.hashOf(template, taken));
        Version update = new Version(newest.revision().name(), set);
        String before = set.getStatus() == null ? null : set.getStatus().getCurrentRevision();
        Version current = revisions.stream()
                .filter(revision -> revision.name().equals(before))
                .findFirst()
                .map(revision -> new Version(revision.name(), at(revision, tree)))
                .orElse(update);
        return new StatefulSetPlan.Observed(current, update, newest.collisions(), candidates, claimsOf(set));
    }

    /// The set with the template that a revision holds.
    private static StatefulSet at(Revision revision, JsonObject tree) {
        JsonObject restored = tree.copy();
        restored.child("spec").put("template", revision.template());
        Stored value = new Stored(
                revision.stored().key(), revision.stored().revision(), Header.EMPTY, JsonWriter.bytes(restored), -1);
        return Types.STATEFUL_SET.decode(value);
    }

    private Map<String, PersistentVolumeClaim> claimsOf(StatefulSet set) {
        Map<String, PersistentVolumeClaim> found = new LinkedHashMap<>();
        if (!set.getSpec().getVolumeClaimTemplates().isEmpty()) {
            claims.select(
                            set.getMetadata().getNamespace(),
                            stored -> Identity.mayClaim(set, stored.key().name()))
                    .forEach(claim -> found.put(Metadata.name(claim), claim));
        }
        return found;
    }

    private void truncate(StatefulSet set, List<Revision> revisions, StatefulSetPlan.Observed observed) {
        List<String> live = new ArrayList<>();
        live.add(observed.current().name());
        live.add(observed.update().name());
        observed.candidates().forEach(pod -> live.add(Identity.revision(pod)));
        Integer limit = set.getSpec().getRevisionHistoryLimit();
        history.delete(HistoryPlan.obsolete(revisions, live, limit == null ? DEFAULT_HISTORY : limit));
    }

    private void execute(StatefulSet set, StatefulSetAction action) {
        switch (action) {
            case StatefulSetAction.Adopt(var pod) ->
                podClient.patch(ObjectKey.of(pod), PatchType.MERGE, OwnerPatches.adopt(set, pod));
            case StatefulSetAction.Release(var pod) ->
                ignoringGone(() -> podClient.patch(ObjectKey.of(pod), PatchType.MERGE, OwnerPatches.release(set, pod)));
            case StatefulSetAction.CreateClaim(var claim, var pod) -> createClaim(set, claim, pod);
            case StatefulSetAction.UpdateClaim(var claim) -> claimClient.update(claim);
            case StatefulSetAction.CreatePod(var pod) -> told(set, "Create", pod, () -> podClient.create(pod));
            case StatefulSetAction.UpdatePod(var pod) -> told(set, "Update", pod, () -> podClient.update(pod));
            case StatefulSetAction.DeletePod(var pod) ->
                told(set, "Delete", pod, () -> ignoringGone(() -> podClient.delete(pod)));
        }
    }

    private void createClaim(StatefulSet set, PersistentVolumeClaim claim, String pod) {
        try {
            claimClient.create(claim);
            events.normal(
                    set,
                    "SuccessfulCreate",
                    "Create Claim " + Metadata.name(claim) + " Pod " + pod + " in StatefulSet " + Metadata.name(set)
                            + " success");
        } catch (ApiException e) {
            if (!e.error().alreadyExists() && !e.error().namespaceTerminating()) {
                events.warning(
                        set,
                        "FailedCreate",
                        "Create Claim " + Metadata.name(claim) + " for Pod " + pod + " in StatefulSet "
                                + Metadata.name(set) + " failed error: " + e.getMessage());
            }
            throw e;
        }
    }

    private void told(StatefulSet set, String verb, Pod pod, Runnable write) {
        String what = verb + " Pod " + Metadata.name(pod) + " in StatefulSet " + Metadata.name(set);
        try {
            write.run();
        } catch (ApiException e) {
            if (!e.error().alreadyExists() && !e.error().namespaceTerminating()) {
                events.warning(set, "Failed" + verb, what + " failed error: " + e.getMessage());
            }
            throw e;
        }
        events.normal(set, "Successful" + verb, what + " successful");
    }

    private static void ignoringGone(Runnable write) {
        try {
            write.run();
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }
}
