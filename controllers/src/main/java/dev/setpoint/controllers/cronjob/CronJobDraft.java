package dev.setpoint.controllers.cronjob;

import dev.setpoint.controllers.job.JobTerms;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatusBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A [CronJobPlan] in the making.
final class CronJobDraft {
    private static final int MANY = 100;
    private static final DateTimeFormatter MAIL_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss xx", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final CronJob cronJob;
    private final List<Job> jobs;
    private final Instant now;
    private final List<CronJobAction> actions = new ArrayList<>();
    private final List<ObjectReference> active;
    private Optional<Instant> lastScheduled;
    private Optional<Instant> lastSuccessful;

    CronJobDraft(CronJob cronJob, List<Job> jobs, Instant now) {
        this.cronJob = cronJob;
        this.jobs = jobs;
        this.now = now;
        CronJobStatus status = cronJob.getStatus() == null ? new CronJobStatus() : cronJob.getStatus();
        this.active = new ArrayList<>(status.getActive());
        this.lastScheduled = Timetable.parsed(status.getLastScheduleTime());
        this.lastSuccessful = Timetable.parsed(status.getLastSuccessfulTime());
    }

    List<CronJobAction> actions() {
        return actions;
    }

    CronJobStatus status() {
        return new CronJobStatusBuilder()
                .withActive(active)
                .withLastScheduleTime(lastScheduled.map(Timestamps::seconds).orElse(null))
                .withLastSuccessfulTime(lastSuccessful.map(Timestamps::seconds).orElse(null))
                .build();
    }

    /// Jobs that have finished leave the list of the active ones, and so do those that are gone. A job that was
    /// started and not reported is: its name and its time say whose it is.
    void lookAtJobs() {
        for (Job job : jobs) {
            Optional<Instant> scheduled = CronJobs.scheduled(cronJob, job);
            lastScheduled = later(lastScheduled, scheduled);
            Optional<JobCondition> finish = JobTerms.finish(job);
            if (finish.isPresent()) {
                finished(job, finish.get());
            } else if (!listed(job) && !Metadata.deleting(job)) {
                if (scheduled.isPresent()) {
                    active.add(CronJobs.reference(job));
                } else {
                    warning(
                            "UnexpectedJob",
                            "Saw a job that the controller did not create or forgot: " + Metadata.name(job));
                }
            }
        }
        for (ObjectReference reference : List.copyOf(active)) {
            if (jobs.stream().noneMatch(job -> Metadata.uid(job).equals(reference.getUid()))) {
                active.remove(reference);
                normal("MissingJob", "Active job went missing: " + reference.getName());
            }
        }
    }

    private void finished(Job job, JobCondition finish) {
        if (listed(job)) {
            unlist(job);
            normal("SawCompletedJob", "Saw completed job: " + Metadata.name(job) + ", condition: " + finish.getType());
        }
        if ("Complete".equals(finish.getType())) {
            lastSuccessful = later(
                    lastSuccessful,
                    Timetable.parsed(
                            job.getStatus() == null ? null : job.getStatus().getCompletionTime()));
        }
    }

    void forgetOldJobs() {
        forgetOldest("Complete", cronJob.getSpec().getSuccessfulJobsHistoryLimit());
        forgetOldest("Failed", cronJob.getSpec().getFailedJobsHistoryLimit());
    }

    private void forgetOldest(String end, @Nullable Integer limit) {
        if (limit == null) {
            return;
        }
        List<Job> finished = jobs.stream()
                .filter(job -> JobTerms.finish(job)
                        .filter(condition -> end.equals(condition.getType()))
                        .isPresent())
                .sorted(Comparator.comparing((Job job) ->
                                Timetable.parsed(job.getStatus().getStartTime()).orElse(Instant.MAX))
                        .thenComparing(Metadata::name))
                .toList();
        finished.stream()
                .limit(Math.max(0, finished.size() - limit))
                .filter(job -> !Metadata.deleting(job))
                .forEach(job -> actions.add(new CronJobAction.DeleteJob(job)));
    }

    /// Starts what is due, if it may.
    ///
    /// @return how long until the next time; empty when only a change of the CronJob can bring one
    Optional<Duration> start() {
        if (Metadata.deleting(cronJob)) {
            return Optional.empty();
        }
        String zoneName = cronJob.getSpec().getTimeZone();
        Optional<ZoneId> zone = zone(zoneName);
        if (zone.isEmpty()) {
            String quoted = Quoted.of(zoneName == null ? "" : zoneName);
            warning("UnknownTimeZone", "invalid timeZone: " + quoted + ": unknown time zone " + zoneName);
            return Optional.empty();
        }
        if (Boolean.TRUE.equals(cronJob.getSpec().getSuspend())) {
            return Optional.empty();
        }
        CronTimes schedule;
        try {
            schedule = CronTimes.parse(cronJob.getSpec().getSchedule(), zone.get());
        } catch (IllegalArgumentException e) {
            warning(
                    "UnparseableSchedule",
                    "unparseable schedule: " + Quoted.of(cronJob.getSpec().getSchedule()) + " : " + e.getMessage());
            return Optional.empty();
        }
        Timetable timetable = Timetable.of(cronJob, lastScheduled, schedule, now);
        if (timetable.broken()) {
            warning(
                    "InvalidSchedule",
                    "invalid schedule: " + cronJob.getSpec().getSchedule()
                            + " : time difference between two schedules is less than 1 second");
            return Optional.empty();
        }
        timetable.due().ifPresent(due -> {
            if (timetable.missed() > MANY) {
                warning(
                        "TooManyMissedTimes",
                        "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
            }
            start(due, zone.get());
        });
        return Optional.of(timetable.again());
    }

    private void start(Instant due, ZoneId zone) {
        Long deadline = cronJob.getSpec().getStartingDeadlineSeconds();
        if (deadline != null && due.plusSeconds(deadline).isBefore(now)) {
            warning("MissSchedule", "Missed scheduled time to start a job: " + MAIL_DATE.format(due));
            return;
        }
        if (lastScheduled.filter(due::equals).isPresent()) {
            return;
        }
        switch (cronJob.getSpec().getConcurrencyPolicy() == null
                ? "Allow"
                : cronJob.getSpec().getConcurrencyPolicy()) {
            case "Forbid" -> {
                if (!active.isEmpty()) {
                    normal(
                            "JobAlreadyActive",
                            "Not starting job because prior execution is running and concurrency policy is Forbid");
                    return;
                }
            }
            case "Replace" -> replaceActive();
            default -> {}
        }
        actions.add(new CronJobAction.CreateJob(CronJobs.job(cronJob, due, zone)));
    }

    private void replaceActive() {
        for (Job job : jobs) {
            if (listed(job)) {
                actions.add(new CronJobAction.DeleteJob(job));
                unlist(job);
            }
        }
    }

    private boolean listed(Job job) {
        return active.stream().anyMatch(reference -> Metadata.uid(job).equals(reference.getUid()));
    }

    private void unlist(Job job) {
        active.removeIf(reference -> Metadata.uid(job).equals(reference.getUid()));
    }

    private void normal(String reason, String message) {
        actions.add(new CronJobAction.Tell(EventRecorder.Type.NORMAL, reason, message));
    }

    private void warning(String reason, String message) {
        actions.add(new CronJobAction.Tell(EventRecorder.Type.WARNING, reason, message));
    }

    private static Optional<ZoneId> zone(@Nullable String name) {
        try {
            return Optional.of(name == null ? ZoneOffset.UTC : ZoneId.of(name));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> later(Optional<Instant> one, Optional<Instant> two) {
        return Stream.concat(one.stream(), two.stream()).max(Comparator.naturalOrder());
    }
}
