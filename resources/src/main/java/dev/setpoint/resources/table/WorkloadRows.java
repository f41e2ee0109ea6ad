package dev.setpoint.resources.table;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import dev.setpoint.machinery.time.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What makes pods: the groups apps and batch.
final class WorkloadRows {
    /// Of several conditions that hold, the first of these is told.
    private static final List<String> ENDS = List.of("Complete", "Failed");

    private static final List<String> COURSES = List.of("Suspended", "FailureTarget", "SuccessCriteriaMet");

    private WorkloadRows() {}

    static Row deployment(Subject deployment) {
        return Row.of(
                deployment.name(),
                deployment.number("status", "readyReplicas") + "/" + deployment.number("spec", "replicas"),
                deployment.number("status", "updatedReplicas"),
                deployment.number("status", "availableReplicas"),
                deployment.age(),
                deployment.containers("name", "spec", "template"),
                deployment.containers("image", "spec", "template"),
                deploymentSelector(deployment));
    }

    /// Other than for its neighbours, an empty selector is an empty cell.
    private static String deploymentSelector(Subject deployment) {
        try {
            return LabelSelector.of(deployment.object("spec", "selector")).toString();
        } catch (MalformedSelectorException e) {
            return "<invalid>";
        }
    }

    static Row replicaSet(Subject set) {
        return Row.of(
                set.name(),
                set.number("spec", "replicas"),
                set.number("status", "replicas"),
                set.number("status", "readyReplicas"),
                set.age(),
                set.containers("name", "spec", "template"),
                set.containers("image", "spec", "template"),
                set.selector("spec", "selector"));
    }

    static Row statefulSet(Subject set) {
        return Row.of(
                set.name(),
                set.number("status", "readyReplicas") + "/" + set.number("spec", "replicas"),
                set.age(),
                set.containers("name", "spec", "template"),
                set.containers("image", "spec", "template"));
    }

    static Row daemonSet(Subject set) {
        return Row.of(
                set.name(),
                set.number("status", "desiredNumberScheduled"),
                set.number("status", "currentNumberScheduled"),
                set.number("status", "numberReady"),
                set.number("status", "updatedNumberScheduled"),
                set.number("status", "numberAvailable"),
                set.labels("spec", "template", "spec", "nodeSelector"),
                set.age(),
                set.containers("name", "spec", "template"),
                set.containers("image", "spec", "template"),
                set.selector("spec", "selector"));
    }

    static Row controllerRevision(Subject revision) {
        String controller = Subject.NONE;
        for (JsonObject owner : revision.objects("metadata", "ownerReferences")) {
            if (owner.booleanOr("controller", false)) {
                String group =
                        GroupVersion.parse(owner.textOr("apiVersion", "")).group();
                String kind = owner.textOr("kind", "") + (group.isEmpty() ? "" : "." + group);
                controller = kind.toLowerCase(Locale.ROOT) + "/" + owner.textOr("name", "");
            }
        }
        return Row.of(revision.name(), controller, revision.number("revision"), revision.age());
    }

    static Row job(Subject job) {
        return Row.of(
                job.name(),
                jobStatus(job),
                completions(job),
                jobDuration(job),
                job.age(),
                job.containers("name", "spec", "template"),
                job.containers("image", "spec", "template"),
                job.selector("spec", "selector"));
    }

    private static String jobStatus(Subject job) {
        for (String end : ENDS) {
            if (job.condition(end).equals("True")) {
                return end;
            }
        }
        if (job.deleting()) {
            return "Terminating";
        }
        for (String course : COURSES) {
            if (job.condition(course).equals("True")) {
                return course;
            }
        }
        return "Running";
    }

    private static String completions(Subject job) {
        long succeeded = job.number("status", "succeeded");
        if (job.has("spec", "completions")) {
            return succeeded + "/" + job.number("spec", "completions");
        }
        long parallelism = job.number("spec", "parallelism");
        return succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : "");
    }

    private static String jobDuration(Subject job) {
        Optional<Instant> start = job.time("status", "startTime");
        if (start.isEmpty()) {
            return "";
        }
        Instant end = job.time("status", "completionTime").orElse(job.now());
        return HumanDuration.format(Duration.between(start.get(), end));
    }

    static Row cronJob(Subject cron) {
        String suspended = cron.flag("spec", "suspend") ? "True" : "False";
        return Row.of(
                cron.name(),
                cron.text("spec", "schedule"),
                cron.has("spec", "timeZone") ? cron.text("spec", "timeZone") : Subject.NONE,
                cron.has("spec", "suspend") ? suspended : Subject.UNSET,
                cron.size("status", "active"),
                cron.has("status", "lastScheduleTime") ? cron.since("status", "lastScheduleTime") : Subject.NONE,
                cron.age(),
                cron.containers("name", "spec", "jobTemplate", "spec", "template"),
                cron.containers("image", "spec", "jobTemplate", "spec", "template"),
                cron.selector("spec", "jobTemplate", "spec", "selector"));
    }

    static Row podDisruptionBudget(Subject budget) {
        return Row.of(
                budget.name(),
                budget.either("N/A", "spec", "minAvailable"),
                budget.either("N/A", "spec", "maxUnavailable"),
                budget.number("status", "disruptionsAllowed"),
                budget.age());
    }

    static Row priorityClass(Subject priority) {
        return Row.of(
                priority.name(),
                priority.number("value"),
                priority.flag("globalDefault"),
                priority.age(),
                priority.text("preemptionPolicy"));
    }

    static Row runtimeClass(Subject runtime) {
        return Row.of(runtime.name(), runtime.text("handler"), runtime.age());
    }
}
