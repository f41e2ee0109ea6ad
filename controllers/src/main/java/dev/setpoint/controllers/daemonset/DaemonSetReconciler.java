package dev.setpoint.controllers.daemonset;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.history.HistoryPlan;
import dev.setpoint.controllers.history.Revision;
import dev.setpoint.controllers.history.RevisionHistory;
import dev.setpoint.controllers.workload.Adoption;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.OwnerPatches;
import dev.setpoint.controllers.workload.PodWriter;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.TemplateHash;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Keeps the history of a DaemonSet, executes its [DaemonSetPlan], and reports what came of it. Daemons that were
/// just created count as scheduled, so that a change is one write of the status, not two.
final class DaemonSetReconciler implements Reconciler<ObjectKey> {
    private static final int DEFAULT_HISTORY = 10;

    private final Env env;
    private final Informer<DaemonSet> sets;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final TypedClient<DaemonSet> setClient;
    private final TypedClient<Pod> podClient;
    private final PodWriter podWriter;
    private final RevisionHistory history;
    private final FailureBackoff backoff = new FailureBackoff();
    private final EventRecorder events;

    DaemonSetReconciler(Env env, Loops loops) {
        this.env = env;
        this.sets = loops.informer(Types.DAEMON_SET);
        this.pods = loops.informer(Types.POD);
        this.nodes = loops.informer(Types.NODE);
        this.setClient = Types.DAEMON_SET.over(loops.client()).as(Authorship.NAME);
        this.podClient = Types.POD.over(loops.client()).as(Authorship.NAME);
        this.events = loops.events("daemonset-controller");
        this.podWriter = new PodWriter(env, loops.client(), events);
        this.history = new RevisionHistory(loops, DaemonTemplates.HASH_LABEL);
        pods.index(Orphans.INDEX);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Stored> found = sets.objects().find(key);
        if (found.isEmpty() || found.get().header().deleting()) {
            return Outcome.DONE; // The garbage collector owns what is left, the history included.
        }
        DaemonSet set = sets.typed().decode(found.get());
        List<Revision> revisions = history.of(set, set.getSpec().getSelector());
        RevisionHistory.Newest newest = advance(set, found.get(), revisions);
        String hash = newest.revision().hash(DaemonTemplates.HASH_LABEL);
        List<Pod> candidates = Orphans.candidates(pods, set, set.getSpec().getSelector());
        DaemonSetPlan.Observed observed =
                new DaemonSetPlan.Observed(nodes.all(), candidates, hash, heldBack(set, candidates));
        DaemonSetPlan plan = DaemonSetPlan.plan(set, observed, env.wallTime());
        if (plan.adopts() && !Adoption.allowed(setClient::find, set)) {
            return Outcome.DONE; // The news of its deletion is on its way.
        }
        Execution execution = new Execution(set, plan.pods());
        plan.actions().forEach(execution::execute);
        Instant now = env.wallTime();
        DaemonSetStatus status =
                DaemonSetStatuses.of(set, observed.nodes(), execution.pods, hash, newest.collisions(), now);
        if (!status.equals(set.getStatus())) {
            setClient.updateStatus(new DaemonSetBuilder(set).withStatus(status).build());
        }
        if (execution.failure.isPresent()) {
            throw execution.failure.get();
        }
        truncate(set, revisions, newest.revision(), plan.pods());
        return plan.checkAgain().map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private RevisionHistory.Newest advance(DaemonSet set, Stored stored, List<Revision> revisions) {
        int collisions =
                set.getStatus() == null ? 0 : Metadata.orZero(set.getStatus().getCollisionCount());
        return history.advance(
                set,
                revisions,
                CompactReader.object(stored.filled()).child("spec").child("template"),
                Metadata.orEmpty(set.getSpec().getTemplate().getMetadata().getLabels()),
                collisions,
                taken -> TemplateHash.of(set.getSpec().getTemplate(), taken == 0 ? null : taken));
    }

    private Map<String, Duration> heldBack(DaemonSet set, List<Pod> candidates) {
        Map<String, Duration> heldBack = new LinkedHashMap<>();
        for (Pod pod : candidates) {
            if (Pods.phase(pod).equals("Failed") && !Pods.deleting(pod)) {
                Duration remaining = backoff.remaining(
                        Metadata.uid(set), DaemonTemplates.node(pod).orElse(""), env.wallTime());
                if (remaining.isPositive()) {
                    heldBack.put(Metadata.uid(pod), remaining);
                }
            }
        }
        return heldBack;
    }

    /// Revisions in use count towards the limit, but are never deleted.
    private void truncate(DaemonSet set, List<Revision> revisions, Revision current, List<Pod> daemons) {
        Set<String> hashes = daemons.stream()
                .map(pod -> Metadata.labels(pod).getOrDefault(DaemonTemplates.HASH_LABEL, ""))
                .collect(Collectors.toSet());
        List<String> live = new ArrayList<>();
        live.add(current.name());
        revisions.stream()
                .filter(revision -> !revision.name().equals(current.name())
                        && hashes.contains(revision.hash(DaemonTemplates.HASH_LABEL)))
                .forEach(revision -> live.add(revision.name()));
        Integer limit = set.getSpec().getRevisionHistoryLimit();
        int inUse = live.size() - 1;
        history.delete(HistoryPlan.obsolete(revisions, live, (limit == null ? DEFAULT_HISTORY : limit) - inUse));
    }

    /// One plan on its way: what it has come to so far.
    private final class Execution {
        private final DaemonSet set;
        private final List<Pod> pods;
        private Optional<ApiException> failure = Optional.empty();

        Execution(DaemonSet set, List<Pod> pods) {
            this.set = set;
            this.pods = new ArrayList<>(pods);
        }

        void execute(DaemonSetAction action) {
            switch (action) {
                case DaemonSetAction.Adopt(var pod) ->
                    podClient.patch(ObjectKey.of(pod), PatchType.MERGE, OwnerPatches.adopt(set, pod));
                case DaemonSetAction.Release(var pod) -> release(pod);
                case DaemonSetAction.TellEnd(var pod, var node) -> tellEnd(pod, node);
                case DaemonSetAction.CreatePods(var wanted) -> {
                    PodWriter.Result<Stored> result = podWriter.create(set, wanted);
                    result.pods().forEach(created -> pods.add(podClient.typed().decode(created)));
                    failure = result.failure();
                }
                case DaemonSetAction.DeletePods(var doomed) ->
                    failure = podWriter.delete(set, doomed).failure().or(() -> failure);
            }
        }

        private void release(Pod pod) {
            try {
                podClient.patch(ObjectKey.of(pod), PatchType.MERGE, OwnerPatches.release(set, pod));
            } catch (ApiException e) {
                if (!e.error().notFound()) {
                    throw e;
                }
            }
        }

        private void tellEnd(Pod pod, String node) {
            String where = pod.getMetadata().getNamespace() + "/" + Metadata.name(pod) + " on node " + node;
            if (Pods.phase(pod).equals("Failed")) {
                backoff.replaced(Metadata.uid(set), node, env.wallTime());
                events.warning(set, "FailedDaemonPod", "Found failed daemon pod " + where + ", will try to kill it");
            } else {
                events.normal(
                        set, "SucceededDaemonPod", "Found succeeded daemon pod " + where + ", will try to delete it");
            }
        }
    }
}
