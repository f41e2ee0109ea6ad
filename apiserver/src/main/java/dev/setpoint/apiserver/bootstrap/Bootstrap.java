package dev.setpoint.apiserver.bootstrap;

import dev.setpoint.apiserver.authz.DefaultRoles;
import dev.setpoint.base.Env;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/// Creates what is missing and leaves alone what is there, but for the default roles, which get what they
/// lack: twice is once.
///
/// The fixed objects stand one to a line in `objects.jsonl`; those that depend on the server's address are
/// made here.
public final class Bootstrap {
    private static final String OBJECTS = "objects.jsonl";
    /// Where it is missing, the cluster is new, and nothing has to be looked for before it is made.
    private static final Target FIRST =
            Target.object(new GroupVersionResource("", "v1", "namespaces"), "", "kube-system");

    private static final WriteOptions AS_APISERVER = WriteOptions.as("kube-apiserver");

    private final Env env;
    private final Client client;
    private final ResourceTable table;

    public Bootstrap(Env env, Client client, ResourceTable table) {
        this.env = env;
        this.client = client;
        this.table = table;
    }

    /// @param address under which nodes and pods reach the API server; none when it is reached on this
    ///     machine alone,
    ///     since a loopback address means another machine to everybody who reads it
    /// @param now of a first start: since then no token is made for a service account unasked
    public void run(Optional<String> address, int port, Instant now) {
        run(address, () -> port, now);
    }

    /// @param port asked for in the end, when everything that does not depend on it is there
    public void run(Optional<String> address, IntSupplier port, Instant now) {
        begin();
        finish(address, port, now);
    }

    /// What is the same in every cluster.
    public void begin() {
        boolean anew = find(FIRST).isEmpty();
        List<JsonObject> first = new ArrayList<>();
        List<JsonObject> rest = new ArrayList<>();
        for (JsonObject object : fixed()) {
            (comesFirst(object) ? first : rest).add(object);
        }
        rest.add(service());
        rest.addAll(DefaultRoles.objects());
        SideBySide.forEach(env, first, anew ? this::create : this::ensure);
        SideBySide.forEach(env, rest, anew ? this::create : this::ensure);
    }

    /// What is this cluster's own. Its parameters are those of [#run].
    public void finish(Optional<String> address, IntSupplier port, Instant now) {
        ensure(tokenTracking(now));
        int reached = port.getAsInt();
        address.ifPresent(reachable -> SideBySide.forEach(
                env, List.of(endpoints(reachable, reached), endpointSlice(reachable, reached)), this::renew));
    }

    /// Where the server is reached may have changed since the last start.
    private void renew(JsonObject expected) {
        Target target = target(expected);
        Optional<JsonObject> existing = find(target);
        if (existing.isEmpty()) {
            create(expected);
            return;
        }
        JsonObject renewed = existing.get().copy();
        for (String field : List.of("subsets", "endpoints", "ports")) {
            JsonArray wanted = expected.array(field);
            if (wanted != null) {
                renewed.put(field, wanted);
            }
        }
        if (!renewed.equals(existing.get())) {
            client.update(target, new Body.Tree(renewed), AS_APISERVER);
        }
    }

    /// Others lie in a namespace, or take an address of a range.
    private static boolean comesFirst(JsonObject object) {
        String kind = object.textOr("kind", "");
        return kind.equals("Namespace") || kind.equals("ServiceCIDR");
    }

    private void ensure(JsonObject expected) {
        Target target = target(expected);
        Optional<JsonObject> existing = find(target);
        if (existing.isEmpty()) {
            create(expected);
        } else if (target.resource().group().equals("rbac.authorization.k8s.io")) {
            reconcile(target, expected, existing.get());
        }
    }

    /// A default role or binding is given what it lacks.
    private void reconcile(Target target, JsonObject expected, JsonObject existing) {
        switch (RoleReconciliation.plan(expected, existing).orElse(null)) {
            case null -> {}
            case RoleReconciliation.Step.Update(var repaired) ->
                client.update(target, new Body.Tree(repaired), AS_APISERVER);
            case RoleReconciliation.Step.Replace() -> {
                client.delete(target, DeleteOptions.DEFAULT);
                create(expected);
            }
        }
    }

    private Target target(JsonObject object) {
        ResourceType type = table.find(GroupVersionKind.of(object.textOr("apiVersion", ""), object.textOr("kind", "")));
        if (type == null) {
            throw new IllegalStateException("no resource of the kind of " + object);
        }
        JsonObject metadata = object.child("metadata");
        return Target.object(type.resource(), metadata.textOr("namespace", ""), metadata.textOr("name", ""));
    }

    private void create(JsonObject object) {
        Target target = target(object);
        try {
            client.create(
                    Target.collection(target.resource(), target.namespace()), new Body.Tree(object), AS_APISERVER);
        } catch (ApiException e) {
            if (!e.error().alreadyExists()) {
                throw e;
            }
        }
    }

    private Optional<JsonObject> find(Target target) {
        try {
            return Optional.of(CompactReader.object(client.get(target).filled()));
        } catch (ApiException e) {
            if (e.error().notFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static List<JsonObject> fixed() {
        List<JsonObject> objects = new ArrayList<>();
        try (InputStream in = Bootstrap.class.getResourceAsStream(OBJECTS)) {
            if (in == null) {
                throw new IllegalStateException(OBJECTS + " is not in the jar");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isEmpty()) {
                    objects.add(JsonReader.object(line.getBytes(StandardCharsets.UTF_8)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return objects;
    }

    private static JsonObject tokenTracking(Instant now) {
        JsonObject metadata = new JsonObject()
                .put("name", "kube-apiserver-legacy-service-account-token-tracking")
                .put("namespace", "kube-system");
        return new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("metadata", metadata)
                .put(
                        "data",
                        new JsonObject().put("since", Timestamps.seconds(now).substring(0, "2026-01-01".length())));
    }

    private static JsonObject service() {
        JsonObject port = new JsonObject()
                .put("name", "https")
                .put("protocol", "TCP")
                .put("port", 443)
                .put("targetPort", 6443);
        JsonObject spec = new JsonObject()
                .put("clusterIP", "10.96.0.1")
                .put("clusterIPs", JsonArray.ofTexts(List.of("10.96.0.1")))
                .put("ipFamilies", JsonArray.ofTexts(List.of("IPv4")))
                .put("ipFamilyPolicy", "SingleStack")
                .put("type", "ClusterIP")
                .put("sessionAffinity", "None")
                .put("ports", JsonArray.of(port));
        JsonObject labels = new JsonObject().put("component", "apiserver").put("provider", "kubernetes");
        return object("v1", "Service", labels).put("spec", spec);
    }

    private static JsonObject endpoints(String address, int port) {
        JsonObject subset = new JsonObject()
                .put("addresses", JsonArray.of(new JsonObject().put("ip", address)))
                .put("ports", JsonArray.of(port(port)));
        JsonObject labels = new JsonObject().put("endpointslice.kubernetes.io/skip-mirror", "true");
        return object("v1", "Endpoints", labels).put("subsets", JsonArray.of(subset));
    }

    private static JsonObject endpointSlice(String address, int port) {
        JsonObject endpoint = new JsonObject()
                .put("addresses", JsonArray.ofTexts(List.of(address)))
                .put("conditions", new JsonObject().put("ready", true));
        JsonObject labels = new JsonObject().put("kubernetes.io/service-name", "kubernetes");
        return object("discovery.k8s.io/v1", "EndpointSlice", labels)
                .put("addressType", "IPv4")
                .put("endpoints", JsonArray.of(endpoint))
                .put("ports", JsonArray.of(port(port)));
    }

    private static JsonObject port(int port) {
        return new JsonObject().put("name", "https").put("port", port).put("protocol", "TCP");
    }

    private static JsonObject object(String apiVersion, String kind, JsonObject labels) {
        JsonObject metadata = new JsonObject()
                .put("name", "kubernetes")
                .put("namespace", "default")
                .put("labels", labels);
        return new JsonObject().put("apiVersion", apiVersion).put("kind", kind).put("metadata", metadata);
    }
}
