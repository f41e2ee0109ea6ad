package dev.setpoint.simulation.scenario;

import static dev.setpoint.simulation.scenario.People.DEPLOYMENTS;
import static dev.setpoint.simulation.scenario.People.JOBS;

import dev.setpoint.controllers.autoscaler.AutoscalerController;
import dev.setpoint.controllers.cronjob.CronJobController;
import dev.setpoint.controllers.deployment.DeploymentController;
import dev.setpoint.controllers.garbage.GarbageController;
import dev.setpoint.controllers.job.JobController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.replicationcontroller.ReplicationControllerController;
import dev.setpoint.controllers.ttlafterfinished.TtlController;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.simulation.Program;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
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
                .with(
                        Scenarios.CONTROLLERS,
                        Program.controllers(loops -> List.of(
                                CronJobController.of(loops.env(), loops),
                                JobController.of(loops.env(), loops),
                                JobController.tracking(loops))))
                .beside(
                        "garbage",
                        Program.controllers(
                                loops -> List.of(GarbageController.of(loops, Scenarios.types("pods", "jobs")))))
                .nodes("kubelet", Scenarios.nodes(1))
                .beside("kube-scheduler", Scenarios.placing())
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
                        Program.controllers(loops -> List.of(
                                JobController.of(loops.env(), loops),
                                JobController.tracking(loops),
                                TtlController.of(loops.env(), loops),
                                GarbageController.of(loops, Scenarios.types("pods", "jobs")))))
                .nodes("kubelet", Scenarios.nodes(1))
                .beside("kube-scheduler", Scenarios.placing())
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
                .with(
                        Scenarios.CONTROLLERS,
                        Program.controllers(
                                loops -> List.of(AutoscalerController.of(loops.env(), loops, ResourceTable.builtIn()))))
                .beside(
                        "workloads",
                        Program.controllers(loops -> List.of(
                                DeploymentController.of(loops.env(), loops),
                                ReplicaSetController.of(loops.env(), loops))))
                .nodes("kubelet", Scenarios.nodes(1))
                .beside("kube-scheduler", Scenarios.placing())
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
                .with(
                        Scenarios.CONTROLLERS,
                        Program.controllers(loops -> List.of(ReplicationControllerController.of(loops.env(), loops))))
                .script(Script.of()
                        .act("create one", People.create(CONTROLLERS, controller))
                        .pause()
                        .act("scale it up", People.patch(CONTROLLERS, "old", "{\"spec\":{\"replicas\":4}}"))
                        .settle()
                        .act("scale it down", People.patch(CONTROLLERS, "old", "{\"spec\":{\"replicas\":1}}"))
                        .settle());
    }
}
