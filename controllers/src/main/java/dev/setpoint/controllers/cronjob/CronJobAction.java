package dev.setpoint.controllers.cronjob;

import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;

/// One step of a [CronJobPlan].
sealed interface CronJobAction {
    record Tell(EventRecorder.Type type, String reason, String message) implements CronJobAction {}

    record DeleteJob(Job job) implements CronJobAction {}

    /// Its name is a lock: a second one for the same time is refused.
    record CreateJob(Job job) implements CronJobAction {}
}
