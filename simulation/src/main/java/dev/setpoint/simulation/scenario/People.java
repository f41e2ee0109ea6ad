package dev.setpoint.simulation.scenario;

import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// What people do, as steps of a script.
final class People {
    static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    static final GroupVersionResource CONFIG_MAPS = new GroupVersionResource("", "v1", "configmaps");
    static final GroupVersionResource NAMESPACES = new GroupVersionResource("", "v1", "namespaces");
    static final GroupVersionResource SERVICES = new GroupVersionResource("", "v1", "services");
    static final GroupVersionResource DEPLOYMENTS = new GroupVersionResource("apps", "v1", "deployments");
    static final GroupVersionResource REPLICA_SETS = new GroupVersionResource("apps", "v1", "replicasets");
    static final GroupVersionResource STATEFUL_SETS = new GroupVersionResource("apps", "v1", "statefulsets");
    static final GroupVersionResource JOBS = new GroupVersionResource("batch", "v1", "jobs");
    static final GroupVersionResource BUDGETS = new GroupVersionResource("policy", "v1", "poddisruptionbudgets");
    static final String NAMESPACE = "default";

    private static final WriteOptions KUBECTL = WriteOptions.as("kubectl");

    private People() {}

    static Consumer<Client> create(GroupVersionResource resource, String json) {
        return create(resource, NAMESPACE, json);
    }

    static Consumer<Client> create(GroupVersionResource resource, String namespace, String json) {
        return client -> client.create(
                Target.collection(resource, namespace),
                new Body.Encoded(json.getBytes(StandardCharsets.UTF_8)),
                KUBECTL);
    }

    static Consumer<Client> patch(GroupVersionResource resource, String name, String json) {
        return client -> client.patch(
                Target.object(resource, NAMESPACE, name),
                PatchType.STRATEGIC,
                new Body.Tree(JsonReader.object(json.getBytes(StandardCharsets.UTF_8))),
                KUBECTL);
    }

    static Consumer<Client> delete(GroupVersionResource resource, String namespace, String name) {
        return delete(resource, namespace, name, DeleteOptions.Propagation.BACKGROUND);
    }

    /// Content when there is nothing to delete: a loop that is held up for long may not have made it yet.
    static Consumer<Client> delete(
            GroupVersionResource resource, String namespace, String name, DeleteOptions.Propagation propagation) {
        return client -> {
            try {
                client.delete(
                        Target.object(resource, namespace, name),
                        new DeleteOptions(propagation, OptionalLong.empty(), Optional.empty(), Optional.empty()));
            } catch (ApiException e) {
                if (!e.error().notFound()) {
                    throw e;
                }
            }
        };
    }

    static String workload(String name, int replicas, String image) {
        return """
                {"metadata":{"name":"%1$s"},"spec":{"replicas":%2$d,"serviceName":"%1$s","selector":{"matchLabels":{"app":"%1$s"}},
                "template":{"metadata":{"labels":{"app":"%1$s"}},"spec":{"terminationGracePeriodSeconds":1,
                "containers":[{"name":"c","image":"%3$s"}]}}}}""".formatted(name, replicas, image);
    }
}
