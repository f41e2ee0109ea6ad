package dev.setpoint.controllers.ttlafterfinished;

import dev.setpoint.base.Env;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// Deletes a job whose time is up, its pods first.
final class TtlReconciler implements Reconciler<ObjectKey> {
    private final Env env;
    private final Informer<Job> jobs;
    private final TypedClient<Job> client;

    TtlReconciler(Env env, Loops loops) {
        this.env = env;
        this.jobs = loops.informer(Types.JOB);
        this.client = Types.JOB.over(loops.client());
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Duration> left = jobs.find(key).flatMap(this::left);
        if (left.isEmpty()) {
            return Outcome.DONE;
        }
        if (left.get().isPositive()) {
            return Outcome.checkAgain(left.get());
        }
        // The cache may not know yet that the job is to be kept longer.
        Optional<Job> live = client.find(key);
        Optional<Duration> now = live.flatMap(this::left);
        if (live.isPresent() && now.isPresent() && !now.get().isPositive()) {
            delete(live.get());
        }
        return now.filter(Duration::isPositive).map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private Optional<Duration> left(Job job) {
        return TtlPlan.left(job, env.wallTime());
    }

    private void delete(Job job) {
        try {
            client.delete(
                    ObjectKey.of(job),
                    new DeleteOptions(
                            DeleteOptions.Propagation.FOREGROUND,
                            OptionalLong.empty(),
                            Optional.of(Metadata.uid(job)),
                            Optional.empty()));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e; // A conflict too: nothing else would bring the job back.
            }
        }
    }
}
