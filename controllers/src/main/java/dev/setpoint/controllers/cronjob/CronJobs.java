package dev.setpoint.controllers.cronjob;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// The jobs of a CronJob, each for a time.
final class CronJobs {
    private static final String SCHEDULED = "batch.kubernetes.io/cronjob-scheduled-timestamp";

    private CronJobs() {}

    static Job job(CronJob cronJob, Instant scheduled, ZoneId zone) {
        ObjectMeta template = cronJob.getSpec().getJobTemplate().getMetadata() == null
                ? new ObjectMeta()
                : cronJob.getSpec().getJobTemplate().getMetadata();
        return new JobBuilder()
                .withNewMetadata()
                .withName(name(cronJob, scheduled))
                .withNamespace(cronJob.getMetadata().getNamespace())
                .withLabels(template.getLabels())
                .withAnnotations(template.getAnnotations())
                .addToAnnotations(SCHEDULED, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(scheduled.atZone(zone)))
                .withOwnerReferences(ControllerReferences.reference(cronJob))
                .endMetadata()
                .withSpec(cronJob.getSpec().getJobTemplate().getSpec())
                .build();
    }

    static String name(CronJob cronJob, Instant scheduled) {
        return Metadata.name(cronJob) + "-" + Math.floorDiv(scheduled.getEpochSecond(), 60);
    }

    /// The time that a job was started for; empty for one that somebody started by hand.
    static Optional<Instant> scheduled(CronJob cronJob, Job job) {
        return Timetable.parsed(Metadata.annotations(job).get(SCHEDULED))
                .filter(time -> name(cronJob, time).equals(Metadata.name(job)));
    }

    /// As it stands among the active ones.
    static ObjectReference reference(Job job) {
        return new ObjectReferenceBuilder()
                .withApiVersion("batch/v1")
                .withKind("Job")
                .withNamespace(job.getMetadata().getNamespace())
                .withName(Metadata.name(job))
                .withUid(Metadata.uid(job))
                .withResourceVersion(job.getMetadata().getResourceVersion())
                .build();
    }
}
