package dev.setpoint.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.cronjob.CronJobController;
import dev.setpoint.controllers.daemonset.DaemonSetController;
import dev.setpoint.controllers.deployment.DeploymentController;
import dev.setpoint.controllers.endpoints.EndpointsController;
import dev.setpoint.controllers.endpointslice.EndpointSliceController;
import dev.setpoint.controllers.job.JobController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.replicationcontroller.ReplicationControllerController;
import dev.setpoint.controllers.rootca.RootCaController;
import dev.setpoint.controllers.serviceaccount.ServiceAccountController;
import dev.setpoint.controllers.statefulset.StatefulSetController;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.yaml.YamlReader;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Event;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// Nothing can be created in a namespace that is going away, while the caches of loops may not know yet that it goes.
/// That is no failure: nobody is told of it, and nobody tries again and again.
class TerminatingNamespaceTest {
    /// Less than a resync.
    private static final Duration WHILE = Duration.ofMinutes(5);
    /// The news of a loop's own object, and of what it wrote to it, are looked at. A failure comes back some 16 times.
    private static final int MOST_TRIES = 4;

    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: one}}";
    /// Without the taint that a new node begins with.
    private static final JsonObject READY =
            (JsonObject) YamlReader.value("{spec: {taints: null}}".getBytes(StandardCharsets.UTF_8));

    private static final String JOB = "completions: 1, parallelism: 1, backoffLimit: 3, completionMode: NonIndexed, "
            + "template: {spec: {restartPolicy: Never, containers: [{name: main, image: web}]}}";
    private static final JsonObject NAMESPACE = (JsonObject) YamlReader.value(
            "{apiVersion: v1, kind: Namespace, metadata: {name: short}}".getBytes(StandardCharsets.UTF_8));
    private static final JsonObject SERVICE = object("v1", "Service", "selector: {app: web}, ports: [{port: 80}]");

    private static final String TEMPLATE =
            "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: web}]}}";
    private static final String SELECTOR = "selector: {matchLabels: {app: web}}";

    /// What a loop wants to create, the loop, and its object.
    static final List<Arguments> LOOPS = List.of(
            loop("replicasets", DeploymentController::of, "deployments", deployment()),
            loop("pods", ReplicaSetController::of, "replicasets", replicated("ReplicaSet")),
            loop(
                    "pods",
                    ReplicationControllerController::of,
                    "replicationcontrollers",
                    object("v1", "ReplicationController", "replicas: 2, selector: {app: web}, " + TEMPLATE)),
            loop("controllerrevisions", DaemonSetController::of, "daemonsets", replicated("DaemonSet")),
            loop("pods", DaemonSetController::of, "daemonsets", replicated("DaemonSet")),
            loop("controllerrevisions", StatefulSetController::of, "statefulsets", statefulSet()),
            loop("persistentvolumeclaims", StatefulSetController::of, "statefulsets", statefulSet()),
            loop("pods", StatefulSetController::of, "statefulsets", statefulSet()),
            loop("pods", JobController::of, "jobs", object("batch/v1", "Job", JOB)),
            loop(
                    "jobs",
                    CronJobController::of,
                    "cronjobs",
                    object("batch/v1", "CronJob", "schedule: '* * * * *', jobTemplate: {spec: {" + JOB + "}}")),
            loop("serviceaccounts", (_, loops) -> ServiceAccountController.of(loops), "namespaces", NAMESPACE),
            loop("configmaps", (_, loops) -> RootCaController.of(loops, "PEM"), "namespaces", NAMESPACE),
            loop("endpointslices", (_, loops) -> EndpointSliceController.of(loops), "services", SERVICE),
            loop("endpoints", (_, loops) -> EndpointsController.of(loops), "services", SERVICE));

    @ParameterizedTest(name = "{2} create {0}")
    @FieldSource("LOOPS")
    void isNoFailure(
            String refused, BiFunction<Env, Loops, Controller<?>> controller, String resource, JsonObject owner) {
        try (TestCluster cluster = TestCluster.create(42)) {
            BatonEnv env = cluster.env();
            Client server = cluster.admin();
            create(server, "namespaces", NAMESPACE);
            create(server, "nodes", YamlReader.value(NODE.getBytes(StandardCharsets.UTF_8)));
            server.patch(
                    Target.object(new GroupVersionResource("", "v1", "nodes"), "", "one"),
                    PatchType.MERGE,
                    new Body.Tree(READY.copy()),
                    WriteOptions.DEFAULT);
            if (!resource.equals("namespaces")) {
                create(server, resource, owner);
            }
            BatonEnv process = env.child("loops");
            Refusing client = new Refusing(cluster.client(process, TestCluster.ADMIN, "loops"), refused);
            Loops loops = new Loops(process, client, new Metrics());
            loops.add(controller.apply(process, loops));
            loops.start();
            env.advance(WHILE);
            assertThat(client.refusals).as("tries to create %s", refused).isBetween(1, MOST_TRIES);
            assertThat(Typed.of(Event.class).over(server).list("", ListOptions.ALL))
                    .noneMatch(event -> event.getType().equals("Warning"));
        }
    }

    /// The server, to which a namespace is going away that everybody else still takes for a living one.
    private static final class Refusing extends ForwardingClient {
        private final String resource;
        private int refusals;

        Refusing(Client server, String resource) {
            super(server);
            this.resource = resource;
        }

        @Override
        public Stored create(Target target, Body body, WriteOptions options) {
            if (target.resource().resource().equals(resource)
                    && target.namespace().equals("short")
                    && target.subresource().isEmpty()) {
                refusals++;
                throw new ApiException(new ApiError.NamespaceTerminating(
                        target.resource().groupResource(), "web", target.namespace()));
            }
            return super.create(target, body, options);
        }
    }

    private static void create(Client server, String resource, JsonValue object) {
        String apiVersion = ((JsonObject) object).textOr("apiVersion", "");
        GroupVersion version = GroupVersion.parse(apiVersion);
        String namespace = ((JsonObject) object).child("metadata").textOr("namespace", "");
        server.create(
                Target.collection(new GroupVersionResource(version.group(), version.version(), resource), namespace),
                new Body.Tree(object.copy()),
                WriteOptions.DEFAULT);
    }

    private static Arguments loop(
            String refused, BiFunction<Env, Loops, Controller<?>> controller, String resource, JsonObject owner) {
        return arguments(refused, controller, resource, owner);
    }

    private static JsonObject replicated(String kind) {
        return object("apps/v1", kind, "replicas: 2, " + SELECTOR + ", " + TEMPLATE);
    }

    private static JsonObject deployment() {
        return object(
                "apps/v1",
                "Deployment",
                "replicas: 2, strategy: {type: Recreate}, revisionHistoryLimit: 10, " + SELECTOR + ", " + TEMPLATE);
    }

    private static JsonObject statefulSet() {
        return object(
                "apps/v1",
                "StatefulSet",
                "replicas: 2, serviceName: web, podManagementPolicy: OrderedReady, updateStrategy: {type: RollingUpdate},"
                        + " volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}], "
                        + SELECTOR + ", " + TEMPLATE);
    }

    private static JsonObject object(String apiVersion, String kind, String spec) {
        String yaml = "{apiVersion: " + apiVersion + ", kind: " + kind
                + ", metadata: {name: web, namespace: short}, spec: {" + spec + "}}";
        return (JsonObject) YamlReader.value(yaml.getBytes(StandardCharsets.UTF_8));
    }
}
