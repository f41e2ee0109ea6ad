package dev.setpoint.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerTest {
    private static final GroupVersionResource CONFIG_MAPS = new GroupVersionResource("", "v1", "configmaps");
    private static final GroupVersionResource NAMESPACES = new GroupVersionResource("", "v1", "namespaces");
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource SERVICE_ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    private static final GroupVersionResource SERVICES = new GroupVersionResource("", "v1", "services");
    private static final GroupVersionResource DEPLOYMENTS = new GroupVersionResource("apps", "v1", "deployments");

    private Env env;
    private Store store;
    private Client client;
    private Pipeline pipeline;

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
        pipeline = server.inside();
        client = server.client(env, User.of("admin", User.MASTERS), "test/1.0");
        new Bootstrap(env, client, server.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
        create(SERVICE_ACCOUNTS, "{'metadata':{'name':'default'}}");
    }

    @AfterEach
    void stop() {
        store.close();
        env.close();
    }

    @Test
    void hasTheInitialNamespaces() {
        assertThat(client.list(Target.collection(NAMESPACES, ""), ListOptions.ALL)
                        .items())
                .extracting(stored -> stored.key().name())
                .containsExactly("default", "kube-node-lease", "kube-public", "kube-system");
    }

    @Test
    void readsWhatWasCreated() {
        Stored created = create(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'v'}}");
        Stored read = client.get(Target.object(CONFIG_MAPS, "default", "a"));
        assertThat(read.filled()).isEqualTo(created.filled());
        JsonObject tree = tree(read);
        assertThat(tree.at("data", "k")).isEqualTo(JsonValue.of("v"));
        assertThat(tree.child("metadata").textOr("resourceVersion", "")).isEqualTo(Long.toString(read.revision()));
    }

    @Test
    void nodePortsAreTakenOnceAndGivenBack() {
        assertThat(nodePorts(create(SERVICES, service("one", "{'port':80,'nodePort':30080}"))))
                .containsExactly(30080L);

        assertThatThrownBy(() -> create(
                        SERVICES, service("two", "{'port':80,'name':'a'},{'port':81,'name':'b','nodePort':30080}")))
                .hasMessageContaining(
                        "spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated");
        assertThatThrownBy(() -> create(SERVICES, service("two", "{'port':80,'nodePort':80}")))
                .hasMessageContaining("spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid"
                        + " range. The range of valid ports is 30000-32767");

        client.delete(Target.object(SERVICES, "default", "one"), DeleteOptions.DEFAULT);
        assertThat(nodePorts(create(SERVICES, service("two", "{'port':80,'nodePort':30080}"))))
                .containsExactly(30080L);
    }

    /// As Kubernetes: a port under two protocols has one node port; who does not ask gets one of the upper band.
    @Test
    void nodePortsThatNobodyAskedForAreChosen() {
        List<Long> chosen = nodePorts(create(
                SERVICES,
                service(
                        "dns",
                        "{'port':53,'name':'u','protocol':'UDP'},{'port':53,'name':'t','protocol':'TCP'},"
                                + "{'port':80,'name':'h'}")));
        assertThat(chosen).hasSize(3).allMatch(port -> port >= 30_086 && port <= 32_767);
        assertThat(chosen.get(0)).isEqualTo(chosen.get(1)).isNotEqualTo(chosen.get(2));
    }

    /// A store of which nobody knows which ports are taken, or no more: its Services tell.
    @Test
    void theServicesTellWhichNodePortsAreTakenWhereNothingElseDoes() {
        create(SERVICES, service("one", "{'port':80,'nodePort':30080}"));
        Key allocations = new Key("allocations", "", "node-ports");
        assertThat(store.snapshot().find(allocations)).isPresent();
        store.commit(new Commit(List.of(), List.of(new Commit.Delete(allocations))));

        assertThatThrownBy(() -> create(SERVICES, service("two", "{'port':80,'nodePort':30080}")))
                .hasMessageContaining("provided port is already allocated");
    }

    private static String service(String name, String ports) {
        return "{'metadata':{'name':'" + name + "'},'spec':{'type':'NodePort','ports':[" + ports + "]}}";
    }

    private static List<Long> nodePorts(Stored service) {
        return Objects.requireNonNull(tree(service).child("spec").array("ports")).objects().stream()
                .map(port -> port.integerOr("nodePort", 0))
                .toList();
    }

    @Test
    void listsNamespacesInTheOrderOfEtcd() {
        for (String namespace : List.of("n", "n-o")) {
            create(NAMESPACES, "", "{'metadata':{'name':'" + namespace + "'}}");
            create(CONFIG_MAPS, namespace, "{'metadata':{'name':'x','labels':{'both':'1'}}}");
        }
        assertThat(client.list(Target.collection(CONFIG_MAPS, ""), ListOptions.labels("both=1"))
                        .items())
                .extracting(stored -> stored.key().namespace())
                .containsExactly("n-o", "n");
    }

    @Test
    void refusesAStaleUpdate() {
        Stored created = create(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'v'}}");
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        JsonObject first = tree(created);
        first.child("data").put("k", "w");
        client.update(target, new Body.Tree(first.copy()), WriteOptions.DEFAULT);
        assertThatThrownBy(() -> client.update(target, new Body.Tree(first), WriteOptions.DEFAULT))
                .isInstanceOf(ApiException.class)
                .hasMessage("Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please"
                        + " apply your changes to the latest version and try again");
    }

    @Test
    void writesNothingWhenNothingChanges() {
        create(CONFIG_MAPS, "{'metadata':{'name':'a'},'data':{'k':'v'}}");
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        Stored before = client.get(target);
        Stored after = client.patch(
                target, PatchType.MERGE, new Body.Encoded(json("{'data':{'k':'v'}}")), WriteOptions.as("test"));
        assertThat(after.revision()).isEqualTo(before.revision());
    }

    @Test
    void defaultsAPodAndItsStatus() {
        Stored pod = create(PODS, "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'nginx'}]}}");
        JsonObject spec = tree(pod).child("spec");
        assertThat(spec.textOr("restartPolicy", "")).isEqualTo("Always");
        assertThat(tree(pod).child("status").textOr("phase", "")).isEqualTo("Pending");
        assertThat(pod.header().fields()).containsEntry("spec.nodeName", "").containsEntry("status.phase", "Pending");
    }

    @Test
    void bindsAPodOnce() {
        create(PODS, "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'nginx'}]}}");
        Target binding = Target.object(PODS, "default", "p").subresource("binding");
        byte[] body = json("{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n1'}}");
        client.create(binding, new Body.Encoded(body), WriteOptions.DEFAULT);
        assertThat(client.get(Target.object(PODS, "default", "p")).header().fields())
                .containsEntry("spec.nodeName", "n1");
        assertThatThrownBy(() -> client.create(binding, new Body.Encoded(body), WriteOptions.DEFAULT))
                .hasMessage("Operation cannot be fulfilled on pods/binding \"p\": pod p is already assigned to node"
                        + " \"n1\"");
    }

    /// One object that clients cannot read would end every list that it is in.
    @ParameterizedTest
    @ValueSource(longs = {900_000_000_000L, Long.MAX_VALUE})
    void givesNobodyADeletionTimeThatClientsCannotRead(long seconds) {
        create(
                PODS,
                "{'metadata':{'name':'p','finalizers':['example.com/stay']},'spec':{'nodeName':'n','containers':"
                        + "[{'name':'c','image':'nginx'}]}}");
        Target pod = Target.object(PODS, "default", "p");
        client.delete(pod, after(seconds));

        JsonObject metadata = tree(client.get(pod)).child("metadata");
        assertThat(metadata.integerOr("deletionGracePeriodSeconds", 0)).isEqualTo(9_223_372_036L);
        assertThat(metadata.textOr("deletionTimestamp", "")).matches("2\\d{3}-.*Z");

        client.delete(pod, after(-seconds));
        assertThat(tree(client.get(pod)).child("metadata").integerOr("deletionGracePeriodSeconds", 0))
                .isEqualTo(1);
    }

    private static DeleteOptions after(long seconds) {
        return new DeleteOptions(
                DeleteOptions.Propagation.UNSPECIFIED, OptionalLong.of(seconds), Optional.empty(), Optional.empty());
    }

    @Test
    void scalesADeploymentThroughItsSubresource() {
        create(
                DEPLOYMENTS,
                "{'metadata':{'name':'d'},'spec':{'replicas':1,'selector':{'matchLabels':{'a':'b'}},'template':"
                        + "{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'nginx'}]}}}}");
        Target target = Target.object(DEPLOYMENTS, "default", "d");
        client.patch(
                target.subresource("scale"),
                PatchType.MERGE,
                new Body.Encoded(json("{'spec':{'replicas':4}}")),
                WriteOptions.DEFAULT);
        JsonObject deployment = tree(client.get(target));
        assertThat(deployment.child("spec").integerOr("replicas", 0)).isEqualTo(4);
        assertThat(deployment.child("metadata").integerOr("generation", 0)).isEqualTo(2);
    }

    @Test
    void givesEveryServiceAnAddressOfItsOwn() {
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Stored service = create(SERVICES, "{'metadata':{'name':'s" + i + "'},'spec':{'ports':[{'port':80}]}}");
            addresses.add(tree(service).child("spec").textOr("clusterIP", ""));
        }
        assertThat(addresses).doesNotHaveDuplicates().allMatch(address -> address.startsWith("10.96."));
        client.delete(Target.object(SERVICES, "default", "s0"), DeleteOptions.DEFAULT);
        Stored again = create(
                SERVICES,
                "{'metadata':{'name':'again'},'spec':{'clusterIP':'" + addresses.getFirst()
                        + "','ports':[{'port':80}]}}");
        assertThat(tree(again).child("spec").textOr("clusterIP", "")).isEqualTo(addresses.getFirst());
    }

    @Test
    void watchesSelectorTransitions() {
        create(CONFIG_MAPS, "{'metadata':{'name':'a','labels':{'w':'1'}}}");
        long start = client.list(Target.collection(CONFIG_MAPS, "default"), ListOptions.ALL)
                .revision();
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        try (Watch watch =
                client.watch(Target.collection(CONFIG_MAPS, "default"), new WatchOptions("w=1", "", start, false))) {
            label(target, "'2'");
            label(target, "'1'");
            client.delete(target, DeleteOptions.DEFAULT);
            List<WatchEvent> events = new ArrayList<>();
            while (events.size() < 3) {
                events.addAll(watch.next(Duration.ofSeconds(10)));
            }
            assertThat(events.get(0)).isInstanceOf(WatchEvent.Deleted.class);
            assertThat(events.get(1)).isInstanceOf(WatchEvent.Added.class);
            assertThat(events.get(2)).isInstanceOf(WatchEvent.Deleted.class);
        }
    }

    @Test
    void keepsAnObjectUntilItsLastFinalizerIsGone() {
        create(CONFIG_MAPS, "{'metadata':{'name':'a','finalizers':['example.com/hold']}}");
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        client.delete(target, DeleteOptions.DEFAULT);
        assertThat(client.get(target).header().deleting()).isTrue();
        client.patch(
                target,
                PatchType.MERGE,
                new Body.Encoded(json("{'metadata':{'finalizers':null}}")),
                WriteOptions.DEFAULT);
        assertThatThrownBy(() -> client.get(target)).hasMessage("configmaps \"a\" not found");
    }

    @Test
    void takesNothingNewIntoANamespaceThatGoes() {
        create(NAMESPACES, "", "{'metadata':{'name':'going'}}");
        client.delete(Target.object(NAMESPACES, "", "going"), DeleteOptions.DEFAULT);
        assertThatThrownBy(() -> create(CONFIG_MAPS, "going", "{'metadata':{'name':'a'}}"))
                .hasMessage("configmaps \"a\" is forbidden: unable to create new content in namespace going because"
                        + " it is being terminated");
    }

    @Test
    void refusesAnApplyThatOthersOwn() {
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        apply(target, "one", "{'x':'1','y':'2'}", false);
        apply(target, "two", "{'x':'1','z':'3'}", false);
        assertThatThrownBy(() -> apply(target, "two", "{'x':'5','y':'6'}", false))
                .hasMessage("Apply failed with 2 conflicts: conflicts with \"one\":\n- .data.x\n- .data.y");
        JsonObject forced = tree(apply(target, "two", "{'x':'5','y':'6'}", true));
        assertThat(forced.child("data")).hasToString("{\"x\":\"5\",\"y\":\"6\"}");
    }

    @Test
    void letsKubectlTakeOverWhatItHadAppliedItself() {
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        create(
                CONFIG_MAPS,
                "{'metadata':{'name':'a','annotations':{'kubectl.kubernetes.io/last-applied-configuration':"
                        + "'{\\'data\\':{\\'x\\':\\'1\\'}}'}},'data':{'x':'1','y':'1'}}");
        assertThat(tree(apply(target, "kubectl", "{'x':'2'}", false)).child("data"))
                .hasToString("{\"x\":\"2\",\"y\":\"1\"}");
        assertThatThrownBy(() -> apply(target, "kubectl", "{'x':'2','y':'2'}", false))
                .hasMessageContaining(".data.y");
        assertThatThrownBy(() -> apply(target, "another", "{'x':'3'}", false)).hasMessageContaining(".data.x");
    }

    @Test
    void refusesAnApplyWhoseMetadataIsNoObject() {
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        assertThatThrownBy(() -> client.patch(
                        target,
                        PatchType.APPLY,
                        new Body.Encoded(json("{'apiVersion':'v1','kind':'ConfigMap','metadata':[]}")),
                        new WriteOptions("one", false, false)))
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("failed to create typed patch object");
    }

    /// Found by the fuzzer: a precondition that nobody understood was taken for none.
    @ParameterizedTest
    @ValueSource(strings = {"{'preconditions':[null]}", "{'preconditions':{'uid':[1]}}", "{'gracePeriodSeconds':'1'}"})
    void refusesToDeleteByOptionsOfAWrongType(String options) {
        create(CONFIG_MAPS, "{'metadata':{'name':'a'}}");
        Target target = Target.object(CONFIG_MAPS, "default", "a");
        assertThatThrownBy(() -> pipeline.handle(Call.inside(
                        env,
                        User.of("admin", User.MASTERS),
                        Verb.DELETE,
                        target,
                        new CallBody.Bytes("application/json", json(options)),
                        "test/1.0")))
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("DeleteOptions in version \"v1\" cannot be handled as a DeleteOptions: json:");
        assertThat(client.get(target).header().deleting()).isFalse();
    }

    private Stored apply(Target target, String manager, String data, boolean force) {
        String body = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + target.name() + "'},'data':" + data
                + "}";
        return client.patch(
                target, PatchType.APPLY, new Body.Encoded(json(body)), new WriteOptions(manager, false, force));
    }

    private void label(Target target, String value) {
        client.patch(
                target,
                PatchType.MERGE,
                new Body.Encoded(json("{'metadata':{'labels':{'w':" + value + "}}}")),
                WriteOptions.DEFAULT);
    }

    private Stored create(GroupVersionResource resource, String json) {
        return create(resource, "default", json);
    }

    private Stored create(GroupVersionResource resource, String namespace, String json) {
        return client.create(
                Target.collection(resource, namespace), new Body.Encoded(json(json)), WriteOptions.DEFAULT);
    }

    private static JsonObject tree(Stored stored) {
        return JsonReader.object(stored.filled());
    }

    private static byte[] json(String withSingleQuotes) {
        return withSingleQuotes.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
