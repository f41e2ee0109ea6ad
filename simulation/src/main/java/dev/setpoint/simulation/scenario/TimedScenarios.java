package dev.setpoint.simulation.scenario;

import static dev.setpoint.simulation.scenario.People.DEPLOYMENTS;
import static dev.setpoint.simulation.scenario.People.JOBS;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.SystemProcess;
import java.time.Duration;
import java.util.List;

/// The loops that the clock sets off as well: schedules, times to live, autoscaling. The world begins at midnight of
/// the first of January.
final class TimedScenarios {
    private static final GroupVersionResource CRON_JOBS = new GroupVersionResource("batch", "v1", "cronjobs");
    private static final GroupVersionResource CONTROLLERS =
            new GroupVersionResource("", "v1", "replicationcontrollers");
    private static final GroupVersionResource AUTOSCALERS =
            new GroupVersionResource("autoscaling", "v2", "horizontalpodautoscalers");

    private TimedScenarios() {}

    static List<Scenario> all() {
        return List.of(cronJob(), timeToLive(), autoscaler(), replicationController());
    }

    /// Two times that come once a year.
    private static Scenario cronJob() {
        String cronJob = """
                {"metadata":{"name":"yearly"},"spec":{"schedule":"1,3 0 1 1 *","successfulJobsHistoryLimit":1,
                "jobTemplate":{"spec":{"template":{"spec":{"restartPolicy":"Never",
                "containers":[{"name":"c","image":"i"}]}}}}}}""";
        return Scenario.named("cronjob")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("cronjob-controller", "job-controller"))
                .beside(
                        "garbage",
                        SystemProcess.controllers(Scenarios.types("pods", "jobs"), "garbage-collector-controller"))
                .nodes("kubelet", Scenarios.nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a CronJob", People.create(CRON_JOBS, cronJob))
                        .elapse(Duration.ofMinutes(4))
                        .settle());
    }

    /// Waits for longer than any clock jumps: a loop that sleeps until a time that was wrong sleeps to its end.
    private static Scenario timeToLive() {
        String job = """
                {"metadata":{"name":"brief"},"spec":{"ttlSecondsAfterFinished":30,"template":{"spec":{
                "restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}""";
        return Scenario.named("time-to-live")
                .with(
                        Scenarios.CONTROLLERS,
                        SystemProcess.controllers(
                                Scenarios.types("pods", "jobs"),
                                "job-controller",
                                "ttl-after-finished-controller",
                                "garbage-collector-controller"))
                .nodes("kubelet", Scenarios.nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a Job", People.create(JOBS, job))
                        .elapse(Duration.ofMinutes(15))
                        .settle());
    }

    /// Twice as busy as they should be, three become six, and then as many as there may be.
    private static Scenario autoscaler() {
        String deployment = """
                {"metadata":{"name":"web"},"spec":{"replicas":3,"selector":{"matchLabels":{"app":"web"}},
                "template":{"metadata":{"labels":{"app":"web"},"annotations":{"usage.setpoint.dev/cpu":"1400m"}},
                "spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}}}}""";
        String autoscaler = """
                {"metadata":{"name":"web"},"spec":{"minReplicas":2,"maxReplicas":7,
                "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"web"},
                "metrics":[{"type":"Resource","resource":{"name":"cpu",
                "target":{"type":"Utilization","averageUtilization":70}}}]}}""";
        return Scenario.named("autoscaler")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("horizontal-pod-autoscaler-controller"))
                .beside("workloads", Scenarios.workloads())
                .nodes("kubelet", Scenarios.nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a Deployment", People.create(DEPLOYMENTS, deployment))
                        .settle()
                        .act("create its autoscaler", People.create(AUTOSCALERS, autoscaler))
                        .elapse(Duration.ofMinutes(3))
                        .act("scale it by hand", People.patch(DEPLOYMENTS, "web", "{\"spec\":{\"replicas\":9}}"))
                        .elapse(Duration.ofMinutes(1))
                        .settle());
    }

    private static Scenario replicationController() {
        String controller = """
                {"metadata":{"name":"old"},"spec":{"replicas":2,"selector":{"app":"old"},
                "template":{"metadata":{"labels":{"app":"old"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}""";
        return Scenario.named("replicationcontroller")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("replicationcontroller-controller"))
                .script(Script.of()
                        .act("create one", People.create(CONTROLLERS, controller))
                        .pause()
                        .act("scale it up", People.patch(CONTROLLERS, "old", "{\"spec\":{\"replicas\":4}}"))
                        .settle()
                        .act("scale it down", People.patch(CONTROLLERS, "old", "{\"spec\":{\"replicas\":1}}"))
                        .settle());
    }
}
