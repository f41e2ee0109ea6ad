package dev.setpoint.controllers.job;

import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Optional;

/// Takes the finalizer off a pod whose job is no more, has ended, or has let it go: nobody else would.
final class TrackingReconciler implements Reconciler<ObjectKey> {
    private final Informer<Pod> pods;
    private final Informer<Job> jobs;
    private final TypedClient<Pod> podClient;
    private final TypedClient<Job> jobClient;

    TrackingReconciler(Loops loops) {
        this.pods = loops.informer(Types.POD);
        this.jobs = loops.informer(Types.JOB);
        this.podClient = Types.POD.over(loops.client()).as(Authorship.NAME);
        this.jobClient = Types.JOB.over(loops.client());
    }

    static boolean isJob(Owner owner) {
        return owner.kind().equals("Job") && owner.apiVersion().equals("batch/v1");
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Stored> found = pods.objects().find(key);
        if (found.isPresent() && tracked(found.get()) && !awaited(found.get())) {
            untrack(pods.typed().decode(found.get()));
        }
        return Outcome.DONE;
    }

    private static boolean tracked(Stored pod) {
        return pod.header().finalizers().contains(JobPods.FINALIZER);
    }

    /// Whether somebody will count the pod. A job that the cache does not know is asked for: to let go of a pod
    /// too early is to lose count of it.
    private boolean awaited(Stored pod) {
        Optional<Owner> controller =
                pod.header().owners().stream().filter(Owner::controller).findFirst();
        if (controller.isEmpty()) {
            return false;
        }
        if (!isJob(controller.get())) {
            return true; // Not ours to judge.
        }
        ObjectKey key = new ObjectKey(pod.key().namespace(), controller.get().name());
        String uid = controller.get().uid();
        return jobs.find(key)
                .filter(job -> Metadata.uid(job).equals(uid))
                .or(() -> jobClient.find(key).filter(job -> Metadata.uid(job).equals(uid)))
                .map(job -> !JobTerms.finished(job) || JobTerms.managedElsewhere(job))
                .orElse(false);
    }

    private void untrack(Pod pod) {
        try {
            podClient.patch(ObjectKey.of(pod), PatchType.STRATEGIC, JobPatches.untrack(pod));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }
}
