package dev.setpoint.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedTest {
    private static final String POD = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"ns","uid":"u"},
             "spec":{"containers":[{"name":"c","image":"nginx","resources":{"requests":{"cpu":"100m","memory":"64Mi"}},
               "ports":[{"containerPort":80}],"livenessProbe":{"httpGet":{"port":"http"}}}],
               "tolerations":[{"key":"k","operator":"Exists"}]},
             "status":{"phase":"Running","startTime":"2026-05-01T10:20:30Z"}}
            """;

    @ParameterizedTest
    @CsvSource({
        "io.fabric8.kubernetes.api.model.Pod, '', v1, pods, true",
        "io.fabric8.kubernetes.api.model.Endpoints, '', v1, endpoints, true",
        "io.fabric8.kubernetes.api.model.Node, '', v1, nodes, false",
        "io.fabric8.kubernetes.api.model.Event, '', v1, events, true",
        "io.fabric8.kubernetes.api.model.apps.Deployment, apps, v1, deployments, true",
        "io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy, networking.k8s.io, v1, networkpolicies, true",
        "io.fabric8.kubernetes.api.model.networking.v1.IngressClass, networking.k8s.io, v1, ingressclasses, false",
        "io.fabric8.kubernetes.api.model.coordination.v1.Lease, coordination.k8s.io, v1, leases, true",
        "io.fabric8.kubernetes.api.model.storage.StorageClass, storage.k8s.io, v1, storageclasses, false",
        "io.fabric8.kubernetes.api.model.storage.CSIStorageCapacity, storage.k8s.io, v1, csistoragecapacities, true"
    })
    void knowsWhereAKindIsServed(String type, String group, String version, String plural, boolean namespaced)
            throws ClassNotFoundException {
        Typed<?> typed = Typed.of(Class.forName(type).asSubclass(HasMetadata.class));
        assertThat(typed.resource()).isEqualTo(new GroupVersionResource(group, version, plural));
        assertThat(typed.namespaced()).isEqualTo(namespaced);
    }

    @Test
    void decodesAndEncodesWithoutLoss() {
        Stored stored = StoredObjects.stored("pods", POD, 42);
        Pod pod = Typed.of(Pod.class).decode(stored);

        assertThat(pod.getMetadata().getResourceVersion()).isEqualTo("42");
        assertThat(pod.getSpec().getContainers().getFirst().getResources().getRequests())
                .containsEntry("cpu", new Quantity("100m"));
        assertThat(json(Typed.of(Pod.class).encode(pod))).isEqualTo(JsonReader.object(stored.filled()));
    }

    @Test
    void leavesTheAccountOfFieldsToTheServer() {
        Stored stored = StoredObjects.stored("pods", """
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p",
                 "managedFields":[{"manager":"m","operation":"Update","fieldsV1":{"f:spec":{}}}],"namespace":"ns"}}""", 1);
        Pod pod = Typed.of(Pod.class).decode(stored);

        assertThat(pod.getMetadata().getManagedFields()).isEmpty();
        assertThat(pod.getMetadata().getNamespace()).isEqualTo("ns");
        assertThat(pod.getMetadata().getAdditionalProperties()).isEmpty();
        assertThat(json(Typed.of(Pod.class).encode(pod)).child("metadata").get("managedFields"))
                .isNull();
    }

    @Test
    void keepsFieldsThatTheClassDoesNotKnow() {
        Stored stored = StoredObjects.stored(
                "pods",
                "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"},"
                        + "\"spec\":{\"fromTheFuture\":{\"a\":[1]}}}",
                1);
        Pod edited = Typed.of(Pod.class)
                .decode(stored)
                .edit()
                .editSpec()
                .withNodeName("n")
                .endSpec()
                .build();
        JsonObject written = json(Typed.of(Pod.class).encode(edited));
        assertThat(written.at("spec", "fromTheFuture", "a")).isNotNull();
        assertThat(written.at("spec", "nodeName")).isNotNull();
    }

    @Test
    void writesMicrosecondsOfALease() {
        String json = "{\"kind\":\"Lease\",\"apiVersion\":\"coordination.k8s.io/v1\",\"metadata\":{\"name\":\"l\"},"
                + "\"spec\":{\"holderIdentity\":\"h\",\"renewTime\":\"2026-05-01T10:20:30.123456Z\"}}";
        Lease lease = Typed.of(Lease.class).decode(StoredObjects.stored("leases.coordination.k8s.io", json, 1));
        assertThat(text(Typed.of(Lease.class).encode(lease))).contains("\"renewTime\":\"2026-05-01T10:20:30.123456Z\"");
    }

    @Test
    void readsKindsWithoutAClass() {
        var typed = Typed.generic(GroupVersionKind.of("example.com/v1", "Backup"), "backups", true);
        var backup = typed.decode(StoredObjects.stored(
                "backups.example.com",
                "{\"kind\":\"Backup\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"b\",\"namespace\":\"ns\"},"
                        + "\"spec\":{\"every\":\"1h\"}}",
                9));
        assertThat(backup.<String>get("spec", "every")).isEqualTo("1h");
        assertThat(typed.target(backup)).isEqualTo(typed.object(new ObjectKey("ns", "b")));
        assertThat(json(typed.encode(backup)).at("spec", "every")).isNotNull();
    }

    @Test
    void readsAndWritesCustomResources() {
        String json = "{\"kind\":\"Backup\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"b\"},"
                + "\"spec\":{\"last\":\"2026-05-01T10:20:30Z\"}}";
        Typed<Backup> typed = Typed.of(Backup.class);
        assertThat(typed.resource()).isEqualTo(new GroupVersionResource("example.com", "v1", "backups"));
        assertThat(typed.namespaced()).isTrue();
        Backup backup = typed.decode(StoredObjects.stored("backups.example.com", json, 3));
        assertThat(backup.getSpec().last).isEqualTo(Instant.parse("2026-05-01T10:20:30Z"));
        assertThat(json(typed.encode(backup)).at("spec", "last")).isEqualTo(JsonValue.of("2026-05-01T10:20:30Z"));
    }

    @Group("example.com")
    @Version("v1")
    static class Backup extends CustomResource<BackupSpec, Void> implements Namespaced {
        private static final long serialVersionUID = 1L;
    }

    static class BackupSpec {
        public @Nullable Instant last;
    }

    @Test
    void saysWhatIsNoneOfTheKind() {
        Stored wrong = StoredObjects.stored(
                "configmaps", "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{},\"data\":[1]}", 1);
        assertThatThrownBy(() -> Typed.of(ConfigMap.class).decode(wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a ConfigMap");
    }

    private static JsonObject json(Body body) {
        return JsonReader.object(((Body.Encoded) body).json());
    }

    private static String text(Body body) {
        return new String(((Body.Encoded) body).json(), StandardCharsets.UTF_8);
    }
}
