package dev.setpoint.apiserver.registry.read;

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
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Events are one kind in two groups, each with words of its own for the fields that lists are selected by.
class EventSelectionTest {
    private static final GroupVersionResource CORE = new GroupVersionResource("", "v1", "events");
    private static final GroupVersionResource NEWER = new GroupVersionResource("events.k8s.io", "v1", "events");
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
        event("{'metadata':{'name':'a'},'involvedObject':{'kind':'Pod','name':'p','namespace':'default'},"
                + "'reason':'R','type':'Normal','reportingComponent':'c','source':{'component':'d'}}");
        event("{'metadata':{'name':'b'},'involvedObject':{'kind':'Node','name':'n','namespace':'default'},"
                + "'reason':'S','type':'Warning','reportingComponent':'e'}");
    }

    @AfterEach
    void stop() {
        server.close();
        store.close();
        env.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"involvedObject.name=p", "reportingComponent=c", "source=d", "reason=R", "type!=Warning"})
    void coreEventsAreSelectedByTheirWords(String selector) {
        assertThat(names(CORE, selector)).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "regarding.name=p",
                "regarding.kind!=Node,regarding.namespace=default",
                "reportingController=c",
                "reason=R",
                "type=Normal",
                "metadata.name=a"
            })
    void newerEventsAreSelectedByTheirs(String selector) {
        assertThat(names(NEWER, selector)).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource({"involvedObject.name=p", "source=d", "reportingComponent=c", "note=x"})
    void newerEventsAreNotSelectedByTheWordsOfOldOnes(String selector) {
        assertThatThrownBy(() -> names(NEWER, selector))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("field label not supported: " + selector.substring(0, selector.indexOf('=')));
    }

    @Test
    void coreEventsAreNotSelectedByTheWordsOfNewerOnes() {
        assertThatThrownBy(() -> names(CORE, "regarding.name=p"))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("field label not supported: regarding.name");
    }

    private List<String> names(GroupVersionResource resource, String selector) {
        return client.list(Target.collection(resource, "default"), ListOptions.fields(selector)).items().stream()
                .map(Stored::key)
                .map(key -> key.name())
                .toList();
    }

    private void event(String json) {
        client.create(
                Target.collection(CORE, "default"),
                new Body.Tree(JsonReader.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))),
                WriteOptions.DEFAULT);
    }
}
