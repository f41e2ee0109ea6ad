package dev.setpoint.simulation.scenario;

import static dev.setpoint.simulation.scenario.People.BUDGETS;
import static dev.setpoint.simulation.scenario.People.CONFIG_MAPS;
import static dev.setpoint.simulation.scenario.People.DEPLOYMENTS;
import static dev.setpoint.simulation.scenario.People.JOBS;
import static dev.setpoint.simulation.scenario.People.NAMESPACE;
import static dev.setpoint.simulation.scenario.People.NAMESPACES;
import static dev.setpoint.simulation.scenario.People.PODS;
import static dev.setpoint.simulation.scenario.People.REPLICA_SETS;
import static dev.setpoint.simulation.scenario.People.SERVICES;
import static dev.setpoint.simulation.scenario.People.STATEFUL_SETS;
import static dev.setpoint.simulation.scenario.People.workload;

import dev.setpoint.client.DeleteOptions.Propagation;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.SystemProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Every built-in loop, in the situations that are hardest for it.
public final class Scenarios {
    static final String CONTROLLERS = "kube-controller-manager";
    private static final String TWO_REPLICAS = "{\"spec\":{\"replicas\":2}}";

    private Scenarios() {}

    public static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>(List.of(
                rollout(),
                scale(),
                statefulSet(),
                jobs(),
                budget(),
                garbage(),
                namespace(),
                scheduler(),
                endpoints(),
                accounts()));
        all.addAll(ClusterScenarios.all());
        all.addAll(TimedScenarios.all());
        all.add(LeaderScenario.leaders());
        return all;
    }

    public static Optional<Scenario> find(String name) {
        return all().stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }

    private static Scenario rollout() {
        return Scenario.named("rollout")
                .with(CONTROLLERS, workloads())
                .nodes("kubelet", nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a Deployment", People.create(DEPLOYMENTS, workload("demo", 3, "one")))
                        .settle()
                        .act(
                                "change its image",
                                People.patch(
                                        DEPLOYMENTS,
                                        "demo",
                                        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"two\"}]}}}}"))
                        .pause()
                        .act(
                                "annotate it",
                                People.patch(DEPLOYMENTS, "demo", "{\"metadata\":{\"annotations\":{\"a\":\"b\"}}}"))
                        .settle());
    }

    private static Scenario scale() {
        return Scenario.named("scale")
                .with(CONTROLLERS, workloads())
                .script(Script.of()
                        .act("create a ReplicaSet", People.create(REPLICA_SETS, workload("demo", 4, "one")))
                        .pause()
                        .act("scale it down", People.patch(REPLICA_SETS, "demo", TWO_REPLICAS))
                        .pause()
                        .act("scale it up", People.patch(REPLICA_SETS, "demo", "{\"spec\":{\"replicas\":5}}"))
                        .settle()
                        .act("create another", People.create(REPLICA_SETS, workload("other", 2, "one")))
                        .pause()
                        .act("scale both", People.patch(REPLICA_SETS, "demo", TWO_REPLICAS))
                        .settle());
    }

    private static Scenario statefulSet() {
        return Scenario.named("statefulset")
                .with(CONTROLLERS, SystemProcess.controllers("statefulset-controller"))
                .nodes("kubelet", nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a StatefulSet", People.create(STATEFUL_SETS, workload("db", 3, "one")))
                        .settle()
                        .act("delete a pod", People.delete(PODS, NAMESPACE, "db-1"))
                        .pause()
                        .act("scale it down", People.patch(STATEFUL_SETS, "db", TWO_REPLICAS))
                        .settle());
    }

    private static Scenario jobs() {
        String job = """
                {"metadata":{"name":"%s"},"spec":{"completions":%d,"parallelism":2,"template":{"spec":{
                "restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}""";
        return Scenario.named("jobs")
                .with(CONTROLLERS, SystemProcess.controllers("job-controller", "ttl-after-finished-controller"))
                .nodes("kubelet", nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a Job", People.create(JOBS, job.formatted("three", 3)))
                        .pause()
                        .act("and another", People.create(JOBS, job.formatted("one", 1)))
                        .settle());
    }

    private static Scenario budget() {
        String budget =
                "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"minAvailable\":1,\"selector\":{\"matchLabels\":{\"app\":\"web\"}}}}";
        return Scenario.named("budget")
                .with(CONTROLLERS, SystemProcess.controllers("disruption-controller", "replicaset-controller"))
                .nodes("kubelet", nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a budget", People.create(BUDGETS, budget))
                        .pause()
                        .act("create pods", People.create(REPLICA_SETS, workload("web", 3, "one")))
                        .settle()
                        .act("scale the pods", People.patch(REPLICA_SETS, "web", TWO_REPLICAS))
                        .settle());
    }

    private static Scenario garbage() {
        return Scenario.named("garbage")
                .with(
                        CONTROLLERS,
                        SystemProcess.controllers(
                                types("pods", "replicasets", "deployments", "configmaps"),
                                "deployment-controller",
                                "replicaset-controller",
                                "garbage-collector-controller"))
                .script(Script.of()
                        .act("create a Deployment", People.create(DEPLOYMENTS, workload("demo", 2, "one")))
                        .act("create another", People.create(DEPLOYMENTS, workload("kept", 1, "one")))
                        .settle()
                        .act("delete the first", People.delete(DEPLOYMENTS, NAMESPACE, "demo", Propagation.FOREGROUND))
                        .pause()
                        .act(
                                "orphan what the second owns",
                                People.delete(DEPLOYMENTS, NAMESPACE, "kept", Propagation.ORPHAN))
                        .settle());
    }

    private static Scenario namespace() {
        return Scenario.named("namespace")
                .with(
                        CONTROLLERS,
                        SystemProcess.controllers(
                                types("pods", "configmaps", "services", "serviceaccounts", "endpoints"),
                                "namespace-controller",
                                "serviceaccount-controller"))
                .script(Script.of()
                        .act("create a namespace", People.create(NAMESPACES, "", "{\"metadata\":{\"name\":\"short\"}}"))
                        .act("fill it", People.create(CONFIG_MAPS, "short", "{\"metadata\":{\"name\":\"a\"}}"))
                        .act(
                                "keep one",
                                People.create(
                                        CONFIG_MAPS,
                                        "short",
                                        "{\"metadata\":{\"name\":\"kept\",\"finalizers\":[\"example.com/a\"]}}"))
                        .pause()
                        .act("delete the namespace", People.delete(NAMESPACES, "", "short"))
                        .settle());
    }

    private static Scenario scheduler() {
        Script script = Script.of();
        for (int i = 1; i <= 6; i++) {
            script = script.act("create a pod", People.create(PODS, pod("p" + i, "2")))
                    .pause();
        }
        return Scenario.named("scheduler")
                .with("kube-scheduler", SystemProcess.scheduler())
                .nodes("kubelet", nodes(2))
                .script(script.settle()
                        .act("make room", People.delete(PODS, NAMESPACE, "p1"))
                        .act("fill it", People.create(PODS, pod("p7", "2")))
                        .settle());
    }

    private static Scenario endpoints() {
        String service =
                "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"selector\":{\"app\":\"%s\"},\"ports\":[{\"port\":80}]}}";
        return Scenario.named("endpoints")
                .with(
                        CONTROLLERS,
                        SystemProcess.controllers(
                                "endpointslice-controller",
                                "endpoints-controller",
                                "endpointslice-mirroring-controller"))
                .beside("replicasets", SystemProcess.controllers("replicaset-controller"))
                .nodes("kubelet", nodes(1))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create pods", People.create(REPLICA_SETS, workload("web", 2, "one")))
                        .pause()
                        .act("create a Service", People.create(SERVICES, service.formatted("web", "web")))
                        .act("create an empty one", People.create(SERVICES, service.formatted("none", "none")))
                        .settle()
                        .act("scale the pods", People.patch(REPLICA_SETS, "web", "{\"spec\":{\"replicas\":3}}"))
                        .pause()
                        .act("delete a Service", People.delete(SERVICES, NAMESPACE, "none"))
                        .settle());
    }

    private static Scenario accounts() {
        return Scenario.named("accounts")
                .with(
                        CONTROLLERS,
                        SystemProcess.controllers(
                                "serviceaccount-controller", "root-ca-certificate-publisher-controller"))
                .script(Script.of()
                        .act("create a namespace", People.create(NAMESPACES, "", "{\"metadata\":{\"name\":\"one\"}}"))
                        .pause()
                        .act("and another", People.create(NAMESPACES, "", "{\"metadata\":{\"name\":\"two\"}}"))
                        .settle()
                        .act("delete a certificate", People.delete(CONFIG_MAPS, "one", "kube-root-ca.crt"))
                        .settle());
    }

    // ---- programs ----------------------------------------------------------------------------------------------

    static SystemProcess workloads() {
        return SystemProcess.controllers("deployment-controller", "replicaset-controller");
    }

    /// With the loop that takes from a node the taint with which it begins: it stands still when they do, so that
    /// nodes that come back find their pods where they were.
    static SystemProcess nodes(int count) {
        return SystemProcess.nodes(count).and(SystemProcess.controllers("node-lifecycle-controller"));
    }

    private static String pod(String name, String cpu) {
        return """
                {"metadata":{"name":"%s"},"spec":{"terminationGracePeriodSeconds":1,"containers":[{"name":"c","image":"i",
                "resources":{"requests":{"cpu":"%s"}}}]}}""".formatted(name, cpu);
    }

    static ResourceTable types(String... plurals) {
        List<ResourceType> types = new ArrayList<>();
        for (ResourceType type : ResourceTable.builtIn().types()) {
            if (List.of(plurals).contains(type.plural()) && type.servedAsStored() && type.stored()) {
                types.add(type);
            }
        }
        return new ResourceTable(types);
    }
}
