package dev.setpoint.controllers.deployment;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.OwnerPatches;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.ExactObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.Optional;

/// Executes a [DeploymentPlan] and reports what came of it.
final class DeploymentReconciler implements Reconciler<ObjectKey> {
    private final Env env;
    private final Client client;
    private final Informer<Deployment> deployments;
    private final Informer<ReplicaSet> sets;
    private final TypedClient<Deployment> deploymentClient;
    private final TypedClient<ReplicaSet> setClient;
    private final EventRecorder events;

    DeploymentReconciler(Env env, Loops loops) {
        this.env = env;
        this.client = loops.client();
        this.deployments = loops.informer(Types.DEPLOYMENT);
        this.sets = loops.informer(Types.REPLICA_SET);
        this.deploymentClient = deployments.typed().over(loops.client()).as(Authorship.NAME);
        this.setClient = sets.typed().over(loops.client()).as(Authorship.NAME);
        this.events = loops.events("deployment-controller");
        sets.index(Orphans.INDEX);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Deployment> found = deployments.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Deleted: the garbage collector owns what is left.
        }
        Deployment deployment = found.get();
        DeploymentPlan plan = DeploymentPlan.plan(
                deployment,
                Orphans.candidates(sets, deployment, deployment.getSpec().getSelector()),
                env.wallTime());
        if (plan.adopts() && !mayAdopt(deployment)) {
            return Outcome.DONE; // The news of its deletion is on its way.
        }
        for (DeploymentAction action : plan.actions()) {
            execute(deployment, action);
        }
        report(deployment, plan.reported());
        return plan.checkAgain().map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private void report(Deployment deployment, Deployment reported) {
        if (!reported.equals(deployment)) {
            // Without the spec, which this write cannot change: neither side has to write and read it.
            deploymentClient.updateStatus(new Deployment(
                    reported.getApiVersion(), reported.getKind(), reported.getMetadata(), null, reported.getStatus()));
        }
    }

    private void execute(Deployment deployment, DeploymentAction action) {
        switch (action) {
            case DeploymentAction.Adopt(var set) ->
                setClient.patch(ObjectKey.of(set), PatchType.MERGE, OwnerPatches.adopt(deployment, set));
            case DeploymentAction.Release(var set) -> release(deployment, set);
            case DeploymentAction.Create(var set) -> create(deployment, set);
            case DeploymentAction.Update(var before, var after) -> {
                setClient.update(after);
                announce(deployment, before, OwnedReplicaSets.size(before), OwnedReplicaSets.size(after));
            }
            case DeploymentAction.Delete(var set) -> delete(set);
        }
    }

    private void release(Deployment deployment, ReplicaSet set) {
        try {
            setClient.patch(ObjectKey.of(set), PatchType.MERGE, OwnerPatches.release(deployment, set));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    /// The plan goes no further when the set cannot be made: what follows assumes that it is there.
    private void create(Deployment deployment, ReplicaSet set) {
        try {
            setClient.create(set);
        } catch (ApiException e) {
            if (e.error().alreadyExists()) {
                resolve(deployment, set);
            } else if (!e.error().namespaceTerminating()) {
                String why = e.getMessage();
                events.warning(deployment, "ReplicaSetCreateError", DeploymentPlan.createFailedMessage(set, why));
                report(deployment, DeploymentPlan.createFailed(deployment, set, why, env.wallTime()));
            }
            throw e;
        }
        announce(deployment, set, 0, OwnedReplicaSets.size(set));
    }

    /// The name is taken: by our own set, which the cache has yet to show, or by one of another template
    /// whose hash is the same. Then the next attempt is made under another name.
    private void resolve(Deployment deployment, ReplicaSet set) {
        Optional<ReplicaSet> taken = setClient.find(ObjectKey.of(set));
        boolean ours = taken.isPresent()
                && ControllerReferences.controls(deployment, taken.get())
                && PodTemplates.same(
                        taken.get().getSpec().getTemplate(),
                        deployment.getSpec().getTemplate());
        if (taken.isPresent() && !ours) {
            report(deployment, DeploymentPlan.collided(deployment));
        }
    }

    private void delete(ReplicaSet set) {
        var _ = ExactObject.of(setClient.typed(), set).delete(client);
    }

    private void announce(Deployment deployment, ReplicaSet set, int before, int after) {
        if (before != after) {
            events.normal(
                    deployment,
                    "ScalingReplicaSet",
                    "Scaled " + (before < after ? "up" : "down") + " replica set " + Metadata.name(set) + " from "
                            + before + " to " + after);
        }
    }

    /// The cache may not know yet that the Deployment is being deleted, or is another by now.
    private boolean mayAdopt(Deployment deployment) {
        return deploymentClient
                .find(ObjectKey.of(deployment))
                .filter(live -> Metadata.uid(live).equals(Metadata.uid(deployment)) && !Metadata.deleting(live))
                .isPresent();
    }
}
