package dev.setpoint.controllers.cronjob;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What to do about a CronJob, given the jobs that it has started.
///
/// @param actions in the order in which they are to be executed; creating a job is the last
/// @param status as it is once they are done, but for the job that is created: who it is, is known only then
/// @param checkAgain when to look again though nothing happens
record CronJobPlan(List<CronJobAction> actions, CronJobStatus status, Optional<Duration> checkAgain) {
    CronJobPlan {
        actions = List.copyOf(actions);
    }

    /// @param jobs all that the CronJob controls
    static CronJobPlan plan(CronJob cronJob, List<Job> jobs, Instant now) {
        CronJobDraft draft = new CronJobDraft(cronJob, jobs, now);
        draft.lookAtJobs();
        draft.forgetOldJobs();
        Optional<Duration> again = draft.start();
        return new CronJobPlan(draft.actions(), draft.status(), again);
    }
}
