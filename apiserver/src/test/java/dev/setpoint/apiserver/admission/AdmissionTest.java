package dev.setpoint.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource NODES = new GroupVersionResource("", "v1", "nodes");
    private static final GroupVersionResource NAMESPACES = new GroupVersionResource("", "v1", "namespaces");
    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    private static final GroupVersionResource CLAIMS = new GroupVersionResource("", "v1", "persistentvolumeclaims");
    private static final GroupVersionResource PRIORITIES =
            new GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses");
    private static final GroupVersionResource STORAGE =
            new GroupVersionResource("storage.k8s.io", "v1", "storageclasses");
    private static final GroupVersionResource RUNTIMES =
            new GroupVersionResource("node.k8s.io", "v1", "runtimeclasses");
    private static final GroupVersionResource INGRESSES =
            new GroupVersionResource("networking.k8s.io", "v1", "ingresses");
    private static final GroupVersionResource INGRESS_CLASSES =
            new GroupVersionResource("networking.k8s.io", "v1", "ingressclasses");
    private static final String CONTAINERS = "'containers':[{'name':'c','image':'i'}]";

    private Env env;
    private Store store;
    private Client client;

    @BeforeEach
    void start() {
        env = RealEnv.create("test");
        store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        ApiServer server = new ApiServer(
                env.child("apiserver"),
                store,
                ApiServer.Options.of(
                        Ipv4Range.parse("10.96.0.0/16"),
                        SigningKeys.create(env.wallTime(), new SecureRandom()).tokens()));
        client = server.client(env, User.of("admin", User.MASTERS), "test/1.0");
        new Bootstrap(env, client, server.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
    }

    @AfterEach
    void stop() {
        store.close();
        env.close();
    }

    @Test
    void keepsTheClustersOwnNamespaces() {
        assertThatThrownBy(() -> client.delete(Target.object(NAMESPACES, "", "kube-system"), DeleteOptions.DEFAULT))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void createsNothingInANamespaceThatIsNotThere() {
        assertThatThrownBy(() -> create(ACCOUNTS, "nowhere", "{'metadata':{'name':'a'}}"))
                .hasMessageContaining("namespaces \"nowhere\" not found");
    }

    @Test
    void givesAPodItsAccountAndATokenVolume() {
        create(ACCOUNTS, "default", "{'metadata':{'name':'default'},'imagePullSecrets':[{'name':'s'}]}");
        JsonObject spec = pod("{" + CONTAINERS + "}");
        assertThat(spec.text("serviceAccountName")).isEqualTo("default");
        assertThat(spec.text("serviceAccount")).isEqualTo("default");
        assertThat(spec.array("imagePullSecrets")).hasToString("[{\"name\":\"s\"}]");
        String volume = objects(spec, "volumes").getFirst().textOr("name", "");
        assertThat(volume).startsWith("kube-api-access-");
        assertThat(objects(objects(spec, "containers").getFirst(), "volumeMounts"))
                .extracting(mount -> mount.textOr("name", ""))
                .containsExactly(volume);
    }

    @Test
    void mountsNoTokenWhereNobodyWantsOne() {
        create(ACCOUNTS, "default", "{'metadata':{'name':'default'},'automountServiceAccountToken':false}");
        assertThat(pod("{" + CONTAINERS + "}").has("volumes")).isFalse();
        assertThat(pod("{'automountServiceAccountToken':true," + CONTAINERS + "}")
                        .has("volumes"))
                .isTrue();
    }

    @Test
    void refusesAPodOfAnAccountThatIsNotThere() {
        assertThatThrownBy(() -> pod("{'serviceAccountName':'robot'," + CONTAINERS + "}"))
                .hasMessageContaining(
                        "error looking up service account default/robot: serviceaccount \"robot\" not found");
    }

    @Test
    void waitsForTheAccountOfANewNamespace() {
        AtomicReference<JsonObject> spec = new AtomicReference<>();
        Task early = env.start("early", TaskKind.LIGHT, () -> spec.set(pod("{" + CONTAINERS + "}")));
        create(ACCOUNTS, "default", "{'metadata':{'name':'default'}}");
        assertThat(early.join(Duration.ofSeconds(10))).isTrue();
        assertThat(spec.get())
                .extracting(found -> found.text("serviceAccountName"))
                .isEqualTo("default");
    }

    @Test
    void limitsSecretsWhereTheAccountSaysSo() {
        create(
                ACCOUNTS,
                "default",
                "{'metadata':{'name':'default','annotations':{'kubernetes.io/enforce-mountable-secrets':'true'}},"
                        + "'secrets':[{'name':'mine'}]}");
        assertThat(pod("{'volumes':[{'name':'v','secret':{'secretName':'mine'}}]," + CONTAINERS + "}"))
                .isNotNull();
        assertThatThrownBy(() -> pod("{'volumes':[{'name':'v','secret':{'secretName':'other'}}]," + CONTAINERS + "}"))
                .hasMessageContaining("volume with secret.secretName=\"other\" is not allowed because service account "
                        + "default does not reference that secret");
    }

    @Test
    void turnsAPriorityClassIntoANumber() {
        account();
        create(PRIORITIES, "", "{'metadata':{'name':'low'},'value':7,'globalDefault':true,'preemptionPolicy':'Never'}");
        JsonObject spec = pod("{" + CONTAINERS + "}");
        assertThat(spec.integerOr("priority", -1)).isEqualTo(7);
        assertThat(spec.text("priorityClassName")).isEqualTo("low");
        assertThat(spec.text("preemptionPolicy")).isEqualTo("Never");
        assertThatThrownBy(() -> pod("{'priorityClassName':'none'," + CONTAINERS + "}"))
                .hasMessageContaining("no PriorityClass with name none was found");
        assertThatThrownBy(
                        () -> create(PRIORITIES, "", "{'metadata':{'name':'second'},'value':8,'globalDefault':true}"))
                .hasMessageContaining("PriorityClass low is already marked as default. Only one default can exist");
    }

    @Test
    void toleratesAShortSilenceOfTheNode() {
        account();
        assertThat(objects(pod("{" + CONTAINERS + "}"), "tolerations"))
                .extracting(toleration -> toleration.textOr("key", ""))
                .containsExactly("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");
        assertThat(objects(pod("{'tolerations':[{'operator':'Exists'}]," + CONTAINERS + "}"), "tolerations"))
                .hasSize(1);
    }

    @Test
    void keepsPodsFromANodeThatIsNew() {
        String taint = "{'effect':'NoSchedule','key':'node.kubernetes.io/not-ready'}".replace('\'', '"');
        JsonObject bare = create(NODES, "", "{'metadata':{'name':'bare'}}");
        assertThat(bare.at("spec", "taints")).hasToString("[" + taint + "]");
        JsonObject ready = create(
                NODES,
                "",
                "{'metadata':{'name':'tainted'},'spec':{'taints':[{'key':'node.kubernetes.io/not-ready',"
                        + "'effect':'NoSchedule'},{'key':'k','effect':'NoExecute'}]}}");
        assertThat(objects(ready.child("spec"), "taints")).hasSize(2);
    }

    @Test
    void takesTheRuntimesOverheadAndPlace() {
        account();
        create(
                RUNTIMES,
                "",
                "{'metadata':{'name':'r'},'handler':'h','overhead':{'podFixed':{'cpu':'10m'}},"
                        + "'scheduling':{'nodeSelector':{'a':'b'},'tolerations':[{'key':'k','operator':'Exists'}]}}");
        JsonObject spec = pod("{'runtimeClassName':'r'," + CONTAINERS + "}");
        assertThat(spec.at("overhead", "cpu")).isEqualTo(JsonValue.of("10m"));
        assertThat(spec.at("nodeSelector", "a")).isEqualTo(JsonValue.of("b"));
        assertThat(objects(spec, "tolerations")).hasSize(3);
        assertThatThrownBy(() -> pod("{'runtimeClassName':'r','nodeSelector':{'a':'x'}," + CONTAINERS + "}"))
                .hasMessageContaining(
                        "conflict: runtimeClass.scheduling.nodeSelector[a] = b; " + "pod.spec.nodeSelector[a] = x");
    }

    @Test
    void picksTheNewestDefaultClass() {
        String mark = "'annotations':{'storageclass.kubernetes.io/is-default-class':'true'}";
        create(STORAGE, "", "{'metadata':{'name':'b'," + mark + "},'provisioner':'p'}");
        create(STORAGE, "", "{'metadata':{'name':'plain'},'provisioner':'p'}");
        String spec = "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}";
        JsonObject claim = create(CLAIMS, "default", "{'metadata':{'name':'c'},'spec':{" + spec + "}}");
        assertThat(claim.at("spec", "storageClassName")).isEqualTo(JsonValue.of("b"));
        assertThat(claim.at("metadata", "finalizers")).hasToString("[\"kubernetes.io/pvc-protection\"]");
        JsonObject none =
                create(CLAIMS, "default", "{'metadata':{'name':'d'},'spec':{'storageClassName':''," + spec + "}}");
        assertThat(none.at("spec", "storageClassName")).isEqualTo(JsonValue.of(""));
    }

    @Test
    void givesAnIngressTheDefaultClass() {
        create(
                INGRESS_CLASSES,
                "",
                "{'metadata':{'name':'n','annotations':{'ingressclass.kubernetes.io/is-default-class':'true'}},"
                        + "'spec':{'controller':'example.com/c'}}");
        JsonObject ingress = create(
                INGRESSES,
                "default",
                "{'metadata':{'name':'i'},'spec':{'defaultBackend':{'service':{'name':'s','port':{'number':80}}}}}");
        assertThat(ingress.at("spec", "ingressClassName")).isEqualTo(JsonValue.of("n"));
    }

    private void account() {
        create(ACCOUNTS, "default", "{'metadata':{'name':'default'}}");
    }

    private JsonObject pod(String spec) {
        return create(PODS, "default", "{'metadata':{'generateName':'p-'},'spec':" + spec + "}")
                .child("spec");
    }

    private JsonObject create(GroupVersionResource resource, String namespace, String json) {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return JsonReader.object(client.create(
                        Target.collection(resource, namespace),
                        new Body.Tree(JsonReader.object(body)),
                        WriteOptions.DEFAULT)
                .filled());
    }

    private static List<JsonObject> objects(JsonObject holder, String field) {
        return Objects.requireNonNullElseGet(holder.array(field), JsonArray::new)
                .objects();
    }
}
