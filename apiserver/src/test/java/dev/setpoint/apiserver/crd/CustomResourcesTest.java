package dev.setpoint.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The life of a definition and of its objects.
class CustomResourcesTest {
    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final GroupVersionResource WIDGETS = new GroupVersionResource("example.com", "v1", "widgets");
    private static final GroupVersionResource OLD_WIDGETS =
            new GroupVersionResource("example.com", "v1beta1", "widgets");
    private static final Target DEFINITION = Target.object(DEFINITIONS, "", "widgets.example.com");
    private static final Target A = Target.object(WIDGETS, "default", "a");

    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());

    private Env env;
    private Store store;
    private ApiServer server;
    private Client client;

    @BeforeEach
    void start() {
        env = RealEnv.create("test");
        store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        server = new ApiServer(
                env.child("apiserver"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
        client = server.client(env, User.of("admin", User.MASTERS), "test/1.0");
        new Bootstrap(env, client, server.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
        store.close();
        env.close();
    }

    @Test
    void servesWhatIsDefined() {
        define("'spec':{'type':'object','properties':{'size':{'type':'integer','default':2}}}");
        create("{'metadata':{'name':'a'},'spec':{'junk':1}}");
        assertThat(tree(client.get(A)).get("spec")).isEqualTo(json("{'size':2}"));
        assertThat(server.resources().find(WIDGETS)).isNotNull();
    }

    @Test
    void servesNothingBeforeTheNamesAreAccepted() {
        server.close();
        client.create(Target.collection(DEFINITIONS, ""), new Body.Tree(definition("")), WriteOptions.DEFAULT);
        assertThatThrownBy(() -> client.list(Target.collection(WIDGETS, "default"), ListOptions.ALL))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isInstanceOf(ApiError.NoSuchPage.class));
        server.start();
        await(() -> server.resources().find(WIDGETS) != null);
    }

    @Test
    void givesNamesToWhoeverCameFirst() {
        define("");
        JsonObject rival = definition("");
        rival.child("metadata").put("name", "gadgets.example.com");
        rival.child("spec").child("names").put("plural", "gadgets");
        client.create(Target.collection(DEFINITIONS, ""), new Body.Tree(rival), WriteOptions.DEFAULT);
        Target gadgets = Target.object(DEFINITIONS, "", "gadgets.example.com");
        await(() -> DefinitionConditions.find(tree(client.get(gadgets)), DefinitionConditions.NAMES_ACCEPTED) != null);
        assertThat(DefinitionConditions.isTrue(tree(client.get(gadgets)), DefinitionConditions.ESTABLISHED))
                .isFalse();
        client.delete(DEFINITION, DeleteOptions.DEFAULT);
        await(() -> DefinitionConditions.isTrue(tree(client.get(gadgets)), DefinitionConditions.ESTABLISHED));
    }

    @Test
    void showsOldObjectsAsTheNewSchemaSays() {
        define("'spec':{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}}}");
        create("{'metadata':{'name':'a'},'spec':{'a':'x','b':'y'}}");
        change(definition("'spec':{'type':'object','properties':{'a':{'type':'string'},"
                + "'c':{'type':'string','default':'new'}}}"));
        assertThat(tree(client.get(A)).get("spec")).isEqualTo(json("{'a':'x','c':'new'}"));
        patch("{'spec':{'a':'z'}}");
        assertThat(tree(client.get(A)).get("spec")).isEqualTo(json("{'a':'z','c':'new'}"));
    }

    @Test
    void convertsByNameBetweenVersions() {
        JsonObject definition = definition("'spec':{'type':'object','properties':{'a':{'type':'string'},"
                + "'n':{'type':'string','default':'one'}}}");
        Objects.requireNonNull(definition.child("spec").array("versions"))
                .add(json("{'name':'v1beta1','served':true,'storage':false,'schema':{"
                        + "'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','properties':{"
                        + "'a':{'type':'string'},'b':{'type':'string','default':'beta'}}}}}}}"));
        client.create(Target.collection(DEFINITIONS, ""), new Body.Tree(definition), WriteOptions.DEFAULT);
        await(() -> server.resources().find(OLD_WIDGETS) != null);
        JsonObject widget = json(
                "{'apiVersion':'example.com/v1beta1','kind':'Widget','metadata':{'name':'a'}," + "'spec':{'a':'x'}}");
        client.create(Target.collection(OLD_WIDGETS, "default"), new Body.Tree(widget), WriteOptions.DEFAULT);
        assertThat(tree(client.get(A)).get("spec")).isEqualTo(json("{'a':'x','n':'one'}"));
        assertThat(tree(client.get(Target.object(OLD_WIDGETS, "default", "a"))).get("spec"))
                .isEqualTo(json("{'a':'x'}"));
    }

    @Test
    void holdsObjectsToTheirRules() {
        define("'spec':{'type':'object','properties':{'min':{'type':'integer'},'max':{'type':'integer'}},"
                + "'x-kubernetes-validations':[{'rule':'self.min <= self.max','message':'upside down'},"
                + "{'rule':'self.min >= oldSelf.min','message':'min only grows'}]}");
        assertThatThrownBy(() -> create("{'metadata':{'name':'a'},'spec':{'min':2,'max':1}}"))
                .hasMessageContaining("spec: Invalid value: upside down");
        create("{'metadata':{'name':'a'},'spec':{'min':2,'max':3}}");
        assertThatThrownBy(() -> patch("{'spec':{'min':1}}")).hasMessageContaining("min only grows");
        patch("{'spec':{'min':3}}");
    }

    @Test
    void refusesAnotherKindWhateverItsMetadataIs() {
        define("'spec':{'type':'object'}");
        JsonObject object = json("{'apiVersion':'example.com/v1','kind':'Gadget','metadata':'x'}");
        assertThatThrownBy(() -> client.create(
                        Target.collection(WIDGETS, "default"), new Body.Tree(object), WriteOptions.DEFAULT))
                .hasMessageContaining("kind: Invalid value: \"Gadget\": must be Widget");
    }

    @Test
    void refusesRulesThatDoNotCompile() {
        JsonObject definition = definition("'spec':{'type':'object','properties':{'a':{'type':'string'}},"
                + "'x-kubernetes-validations':[{'rule':'self.b == 1'}]}");
        assertThatThrownBy(() -> client.create(
                        Target.collection(DEFINITIONS, ""), new Body.Tree(definition), WriteOptions.DEFAULT))
                .hasMessageContaining("x-kubernetes-validations[0].rule")
                .hasMessageContaining("undefined field 'b'");
    }

    @Test
    void goesOnlyWhenItsObjectsAreGone() {
        define("");
        create("{'metadata':{'name':'a','finalizers':['example.com/f']}}");
        create("{'metadata':{'name':'b'}}");
        client.delete(DEFINITION, DeleteOptions.DEFAULT);
        await(() -> client.list(Target.collection(WIDGETS, ""), ListOptions.ALL)
                        .items()
                        .size()
                == 1);
        assertThat(client.get(A).header().deleting()).isTrue();
        assertThatThrownBy(() -> create("{'metadata':{'name':'c'}}"))
                .hasMessageContaining("create not allowed while custom resource definition is terminating");
        patch("{'metadata':{'finalizers':null}}");
        await(() -> server.resources().find(WIDGETS) == null);
        await(() -> store.snapshot().count(Definitions.RESOURCE) == 0);
    }

    @Test
    void establishesAfterARestartWhatItHadNoTimeFor() {
        server.close();
        client.create(Target.collection(DEFINITIONS, ""), new Body.Tree(definition("")), WriteOptions.DEFAULT);
        ApiServer next = new ApiServer(
                env.child("next"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
        next.start();
        await(() -> next.resources().find(WIDGETS) != null);
        next.close();
    }

    private void define(String properties) {
        client.create(Target.collection(DEFINITIONS, ""), new Body.Tree(definition(properties)), WriteOptions.DEFAULT);
        await(() -> server.resources().find(WIDGETS) != null);
    }

    private void change(JsonObject definition) {
        definition
                .child("metadata")
                .put("resourceVersion", Long.toString(client.get(DEFINITION).revision()));
        client.update(DEFINITION, new Body.Tree(definition), WriteOptions.DEFAULT);
    }

    private static JsonObject definition(String properties) {
        return json("{'apiVersion':'apiextensions.k8s.io/v1','kind':'CustomResourceDefinition',"
                + "'metadata':{'name':'widgets.example.com'},'spec':{'group':'example.com','scope':'Namespaced',"
                + "'names':{'kind':'Widget','plural':'widgets'},'versions':[{'name':'v1','served':true,'storage':true,"
                + "'schema':{'openAPIV3Schema':{'type':'object','properties':{" + properties + "}}}}]}}");
    }

    private Stored create(String widget) {
        JsonObject object = json(widget).put("apiVersion", "example.com/v1").put("kind", "Widget");
        return client.create(Target.collection(WIDGETS, "default"), new Body.Tree(object), WriteOptions.DEFAULT);
    }

    private void patch(String patch) {
        client.patch(A, PatchType.MERGE, new Body.Tree(json(patch)), WriteOptions.DEFAULT);
    }

    private void await(BooleanSupplier condition) {
        long end = env.monotonicNanos() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(env.monotonicNanos()).as("in time").isLessThan(end);
            env.sleep(Duration.ofMillis(5));
        }
    }

    private static JsonObject tree(Stored stored) {
        return JsonReader.object(stored.filled());
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
