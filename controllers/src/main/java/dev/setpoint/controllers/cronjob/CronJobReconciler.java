package dev.setpoint.controllers.cronjob;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.ExactObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.reconcile.event.ObjectReference;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// Executes a [CronJobPlan], and reports what came of it.
final class CronJobReconciler implements Reconciler<ObjectKey> {
    private final Env env;
    private final Client client;
    private final Informer<CronJob> cronJobs;
    private final Informer<Job> jobs;
    private final TypedClient<CronJob> cronJobClient;
    private final TypedClient<Job> jobClient;
    private final EventRecorder events;

    CronJobReconciler(Env env, Loops loops) {
        this.env = env;
        this.client = loops.client();
        this.cronJobs = loops.informer(Types.CRON_JOB);
        this.jobs = loops.informer(Types.JOB);
        this.cronJobClient = Types.CRON_JOB.over(loops.client()).as(Authorship.NAME);
        this.jobClient = Types.JOB.over(loops.client()).as(Authorship.NAME);
        this.events = loops.events("cronjob-controller");
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<CronJob> found = cronJobs.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Deleted: the garbage collector owns what is left.
        }
        CronJob cronJob = found.get();
        List<Job> owned = jobs.ownedBy(Metadata.uid(cronJob)).stream()
                .filter(job -> ControllerReferences.controls(cronJob, job))
                .toList();
        CronJobPlan plan = CronJobPlan.plan(cronJob, owned, env.wallTime());
        CronJobStatus status = plan.status();
        for (CronJobAction action : plan.actions()) {
            switch (action) {
                case CronJobAction.Tell(var type, var reason, var message) ->
                    events.record(ObjectReference.to(cronJob), type, reason, message);
                case CronJobAction.DeleteJob(var job) -> delete(cronJob, job);
                case CronJobAction.CreateJob(var job) -> status = started(cronJob, status, create(cronJob, job));
            }
        }
        if (!status.equals(Objects.requireNonNullElseGet(cronJob.getStatus(), CronJobStatus::new))) {
            cronJobClient.updateStatus(
                    new CronJobBuilder(cronJob).withStatus(status).build());
        }
        return plan.checkAgain().map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private static CronJobStatus started(CronJob cronJob, CronJobStatus status, Optional<Job> job) {
        return job.map(started -> new CronJobStatusBuilder(status)
                        .addToActive(CronJobs.reference(started))
                        .withLastScheduleTime(CronJobs.scheduled(cronJob, started)
                                .map(Timestamps::seconds)
                                .orElse(status.getLastScheduleTime()))
                        .build())
                .orElse(status);
    }

    /// Empty when the name is taken by a job of somebody else, who is then taken to have done the work.
    private Optional<Job> create(CronJob cronJob, Job job) {
        try {
            Job created = jobClient.create(job);
            events.normal(cronJob, "SuccessfulCreate", "Created job " + Metadata.name(created));
            return Optional.of(created);
        } catch (ApiException e) {
            if (e.error().alreadyExists()) {
                return jobClient.find(ObjectKey.of(job)).filter(other -> ControllerReferences.controls(cronJob, other));
            }
            if (!e.error().namespaceTerminating()) {
                events.warning(cronJob, "FailedCreate", "Error creating job: " + e.getMessage());
            }
            throw e;
        }
    }

    private void delete(CronJob cronJob, Job job) {
        try {
            if (ExactObject.of(Types.JOB, job).delete(client)) {
                events.normal(cronJob, "SuccessfulDelete", "Deleted job " + Metadata.name(job));
            }
        } catch (ApiException e) {
            events.warning(cronJob, "FailedDelete", "Deleted job: " + e.getMessage());
            throw e;
        }
    }
}
