package dev.setpoint.controllers.job;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;

/// Two loops: one runs jobs, the other lets go of the pods that no job will ever count.
public final class JobController {
    private JobController() {}

    /// A job is looked at when it changes, when one of its pods does, and when a pod that nobody controls
    /// appears that it would take.
    public static Controller<ObjectKey> of(Env env, Loops loops) {
        Informer<Job> jobs = loops.informer(Types.JOB);
        return Controller.of(Types.JOB)
                .owns(Types.POD)
                .watchesStored(
                        Types.POD,
                        pod -> Orphans.wakes(pod, jobs, job -> job.getSpec().getSelector()))
                .workers(5)
                .reconcile(new JobReconciler(env, loops));
    }

    /// A pod is looked at when it changes, as long as it is tracked, and when its job ends or goes.
    public static Controller<ObjectKey> tracking(Loops loops) {
        Informer<Pod> pods = loops.informer(Types.POD);
        Typed<Job> jobs = loops.informer(Types.JOB).typed();
        return Controller.of(Types.POD)
                .named("job-tracking")
                .when(JobController::tracked)
                .watchesStored(
                        Types.JOB,
                        job -> pods.objects().indexed(Index.OWNER, job.header().uid()).stream()
                                .filter(JobController::tracked)
                                .map(pod -> ObjectKey.of(pod.key()))
                                .toList())
                .when(change -> ended(jobs, change))
                .reconcile(new TrackingReconciler(loops));
    }

    private static boolean tracked(CacheChange change) {
        Stored after = change.after();
        return after != null && tracked(after);
    }

    private static boolean tracked(Stored pod) {
        return pod.header().finalizers().contains(JobPods.FINALIZER)
                && pod.header().owners().stream().filter(Owner::controller).allMatch(TrackingReconciler::isJob);
    }

    private static boolean ended(Typed<Job> jobs, CacheChange change) {
        Stored after = change.after();
        return after == null || JobTerms.finished(jobs.decode(after));
    }
}
