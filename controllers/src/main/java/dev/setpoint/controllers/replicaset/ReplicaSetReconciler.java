package dev.setpoint.controllers.replicaset;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.replicaset.ReplicaSetStatuses.Failure;
import dev.setpoint.controllers.workload.Adoption;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.OwnerPatches;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.controllers.workload.PodWriter;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Executes a [ReplicaSetPlan] and reports what came of it, for whatever kind of workload keeps pods alike.
///
/// The status speaks of the world after the actions: pods that were just created count as replicas, pods
/// that were just deleted as terminating, if they linger. So a change of size is one write of the status, not
/// two.
public final class ReplicaSetReconciler implements Reconciler<ObjectKey> {
    private final Env env;
    private final ReplicaKind kind;
    private final Informer<Pod> pods;
    private final Informer<Pod> counted;
    private final TypedClient<Pod> podClient;
    private final PodWriter podWriter;

    /// @param component who speaks, as people see it
    public ReplicaSetReconciler(Env env, Loops loops, ReplicaKind kind, String component) {
        this.env = env;
        this.kind = kind;
        this.pods = loops.informer(Types.POD);
        this.counted = loops.informer(CountedPods.TYPE);
        this.podClient = pods.typed().over(loops.client()).as(Authorship.NAME);
        this.podWriter = new PodWriter(env, loops.client(), loops.events(component));
        pods.index(Orphans.INDEX);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<ReplicaSet> found = kind.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Deleted: the garbage collector owns what is left.
        }
        ReplicaSet set = found.get();
        ReplicaSetPlan plan = ReplicaSetPlan.plan(set, observe(set), env.wallTime());
        if (plan.adopts() && !Adoption.allowed(kind::live, set)) {
            return Outcome.DONE; // The news of its deletion is on its way.
        }
        Execution execution = new Execution(set, plan);
        plan.actions().forEach(execution::execute);
        Instant now = env.wallTime();
        report(set, execution, now);
        if (execution.failure.isPresent()) {
            throw execution.failure.get();
        }
        if (execution.created.size() == PodWriter.BURST) {
            return Outcome.checkAgain(Duration.ZERO); // There may be more to create.
        }
        return ReplicaSetPlan.checkAgain(set, execution.active(), now)
                .map(Outcome::checkAgain)
                .orElse(Outcome.DONE);
    }

    private ReplicaSetPlan.Observed observe(ReplicaSet set) {
        LabelSelector selector = set.getSpec().getSelector();
        List<Pod> candidates = Orphans.candidates(counted, set, selector);
        // Only a scale-down asks for more than to count the set's own pods.
        return candidates.size() > ReplicaSetPlan.replicas(set)
                ? new ReplicaSetPlan.Observed(Orphans.candidates(pods, set, selector), related(set))
                : new ReplicaSetPlan.Observed(candidates, List.of());
    }

    private List<Pod> related(ReplicaSet set) {
        List<Pod> related = new ArrayList<>();
        kind.siblings(set).forEach(sibling -> related.addAll(pods.ownedBy(Metadata.uid(sibling))));
        return related;
    }

    private void report(ReplicaSet set, Execution execution, Instant now) {
        Optional<Failure> failure = execution.failure.map(thrown -> execution.creating
                ? new Failure("FailedCreate", thrown.getMessage())
                : new Failure("FailedDelete", "unable to delete pods: " + thrown.getMessage()));
        kind.report(set, ReplicaSetStatuses.of(set, execution.active(), execution.terminating, failure, now));
    }

    /// One plan on its way: what it has come to so far.
    private final class Execution {
        private final ReplicaSet set;
        private List<Pod> active;
        private final List<Pod> terminating;
        /// As they were meant: nothing has happened to them yet.
        private List<Pod> created = List.of();

        private Optional<ApiException> failure = Optional.empty();
        private boolean creating;

        Execution(ReplicaSet set, ReplicaSetPlan plan) {
            this.set = set;
            this.active = plan.active();
            this.terminating = new ArrayList<>(plan.terminating());
        }

        List<Pod> active() {
            return created.isEmpty()
                    ? active
                    : Stream.concat(active.stream(), created.stream()).toList();
        }

        void execute(ReplicaSetAction action) {
            switch (action) {
                case ReplicaSetAction.Adopt(var pod) -> adopt(pod);
                case ReplicaSetAction.Release(var pod) -> release(pod);
                case ReplicaSetAction.CreatePods(var count) -> create(count);
                case ReplicaSetAction.DeletePods(var doomed) -> delete(doomed);
            }
        }

        /// A pod that cannot be taken has changed, and with it the plan: the failure brings the key back.
        private void adopt(Pod pod) {
            podClient.patch(ObjectKey.of(pod), PatchType.MERGE, OwnerPatches.adopt(set, pod));
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

        private void create(int count) {
            creating = true;
            Pod pod = PodTemplates.pod(set.getSpec().getTemplate(), set);
            PodWriter.Result<Stored> result = podWriter.create(set, Collections.nCopies(count, pod));
            created = Collections.nCopies(result.pods().size(), pod);
            failure = result.failure();
        }

        private void delete(List<Pod> doomed) {
            PodWriter.Result<Pod> result = podWriter.delete(set, doomed);
            Set<String> gone = new HashSet<>(); // Only ever asked for membership.
            for (Pod pod : result.pods()) {
                gone.add(Metadata.uid(pod));
                if (Pods.lingers(pod)) {
                    terminating.add(pod);
                }
            }
            active = active.stream()
                    .filter(pod -> !gone.contains(Metadata.uid(pod)))
                    .toList();
            failure = result.failure();
        }
    }
}
