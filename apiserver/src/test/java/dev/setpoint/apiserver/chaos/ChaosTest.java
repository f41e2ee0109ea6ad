package dev.setpoint.apiserver.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.inprocess.InProcessClient;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.yaml.YamlReader;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What goes wrong for a client that a policy names, and for nobody else.
class ChaosTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());
    private static final GroupVersionResource MAPS = new GroupVersionResource("", "v1", "configmaps");
    private static final Target COLLECTION = Target.collection(MAPS, "default");
    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final User ADMIN = User.of("admin", User.MASTERS);
    private static final ListOptions LAX = new ListOptions("", "", 0, "", "0");

    private final BatonEnv env = BatonEnv.create(1);
    private Client admin;
    private Client operator;

    @BeforeEach
    void start() {
        Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        ApiServer server = new ApiServer(
                env.child("server"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
        Chaos chaos = new Chaos(env.child("chaos"), store, server.client(env, ADMIN, Chaos.USER_AGENT));
        admin = new InProcessClient(env, chaos.over(server.inside()), ADMIN, "kubectl/v1.36", DecodedObjects.NONE);
        operator = new InProcessClient(
                env, chaos.over(server.inside()), ADMIN, "operator/1.0 (linux)", DecodedObjects.NONE);
        call(() -> {
            new Bootstrap(env, admin, server.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
            server.start();
            chaos.start();
            return admin.create(
                    Target.collection(DEFINITIONS, ""),
                    new Body.Tree(YamlReader.value(Chaos.definition())),
                    WriteOptions.DEFAULT);
        });
        env.advance(Duration.ofSeconds(1));
    }

    @AfterEach
    void stop() {
        env.children().forEach(env::kill);
        env.close();
    }

    @ParameterizedTest
    @CsvSource({
        "WriteConflicts, Conflict, false",
        "WriteThrottled, TooManyRequests, false",
        "WriteFails, Internal, false",
        "TimeoutBeforeCommit, Timeout, false",
        "TimeoutAfterCommit, Timeout, true"
    })
    void refusesWritesAndTellsTheTruthAboutThem(String fault, String error, boolean written) {
        policy("'percent':100,'faults':[{'type':'" + fault + "'}]");

        assertThat(failure(() -> create(operator, "a"))).isEqualTo(error);
        assertThat(names(operator, ListOptions.ALL).contains("a")).isEqualTo(written);
        assertThat(create(admin, "b").key().name()).as("of another client").isEqualTo("b");
    }

    @Test
    void answersAnOldListOnlyToThoseWhoTakeWhatIsAtHand() {
        create(admin, "a");
        create(admin, "b");
        policy("'percent':100,'faults':[{'type':'StaleRead'}]");

        assertThat(names(operator, ListOptions.ALL)).contains("a", "b");
        assertThat(call(() -> operator.list(COLLECTION, LAX)).revision())
                .isLessThan(call(() -> admin.list(COLLECTION, LAX)).revision());
    }

    @Test
    void refusesReads() {
        policy("'percent':100,'faults':[{'type':'ReadRefused','verbs':['get']}]");
        create(operator, "a");

        assertThat(failure(() -> operator.get(Target.object(MAPS, "default", "a"))))
                .isEqualTo("Unavailable");
        assertThat(names(operator, ListOptions.ALL)).as("of another verb").contains("a");
    }

    @Test
    void takesItsTime() {
        policy("'percent':100,'faults':[{'type':'SlowAnswer','longest':'10m'}]");
        long before = env.monotonicNanos();
        create(operator, "a");
        assertThat(Duration.ofNanos(env.monotonicNanos() - before))
                .isBetween(Duration.ofMillis(1), Duration.ofMinutes(10));
    }

    @Test
    void breaksWatchesThatWereOpenBefore() {
        Watch dropped = watch();
        policy("'percent':100,'faults':[{'type':'WatchDropped'}]");
        create(admin, "a");
        assertThatThrownBy(() -> next(dropped)).isInstanceOf(WatchClosedException.class);
    }

    @Test
    void forgetsWhereAWatchWas() {
        Watch expired = watch();
        policy("'percent':100,'faults':[{'type':'WatchExpired'}]");
        create(admin, "a");
        assertThat(failure(() -> next(expired))).isEqualTo("Expired");
    }

    @Test
    void tellsEventsTwiceOrLate() {
        Watch watch = watch();
        policy("'percent':100,'faults':[{'type':'EventsTwice'}]");
        create(admin, "a");
        assertThat(List.of(next(watch), next(watch))).containsExactly("[Added a]", "[Added a]");

        call(() -> {
            admin.delete(Target.object(Chaos.POLICIES, "", "trouble"), DeleteOptions.DEFAULT);
            return true;
        });
        policy("'percent':100,'faults':[{'type':'EventsLate','longest':'10m'}]");
        long before = env.monotonicNanos();
        create(admin, "b");
        assertThat(next(watch)).isEqualTo("[Added b]");
        assertThat(env.monotonicNanos()).isGreaterThan(before);
    }

    @Test
    void hitsTheSameCallsForTheSameSeed() {
        List<String> first = outcomes(7, "a");
        assertThat(outcomes(7, "b")).isEqualTo(first).contains("Internal", "done");
        assertThat(outcomes(8, "c")).isNotEqualTo(first);
    }

    private List<String> outcomes(int seed, String prefix) {
        policy("'percent':50,'seed':" + seed + ",'faults':[{'type':'WriteFails'}]");
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String name = prefix + i;
            outcomes.add(failure(() -> create(operator, name)));
        }
        call(() -> {
            admin.delete(Target.object(Chaos.POLICIES, "", "trouble"), DeleteOptions.DEFAULT);
            return true;
        });
        return outcomes;
    }

    @Test
    void endsInTimeAndTellsWhatItDid() {
        policy("'percent':100,'duration':'1m','faults':[{'type':'WriteFails','resources':['configmaps']}]");
        assertThat(failure(() -> create(operator, "a"))).isEqualTo("Internal");
        env.advance(Duration.ofMinutes(1));
        assertThat(failure(() -> create(operator, "a"))).isEqualTo("done");
        env.advance(Duration.ofSeconds(2));

        JsonObject status = JsonReader.object(call(() -> admin.get(Target.object(Chaos.POLICIES, "", "trouble")))
                        .filled())
                .child("status");
        assertThat(status).isEqualTo(json("{'phase':'Over','requests':2,'faults':{'WriteFails':1}}"));
    }

    @Test
    void knowsAClientByItsFieldManager() {
        policyFor("'fieldManager':'me'", "'percent':100,'faults':[{'type':'WriteFails'}]");
        assertThat(failure(() -> call(() -> admin.create(COLLECTION, new Body.Tree(map("a")), WriteOptions.as("me")))))
                .isEqualTo("Internal");
        assertThat(failure(() -> create(operator, "b"))).isEqualTo("done");
    }

    @Test
    void refusesAFaultThatThereIsNot() {
        assertThat(failure(() -> policy("'faults':[{'type':'Earthquake'}]"))).isEqualTo("Invalid");
    }

    // ---- what it takes -----------------------------------------------------------------------------------------

    private Stored policy(String spec) {
        return policyFor("'userAgent':'operator'", spec);
    }

    private Stored policyFor(String client, String spec) {
        JsonObject policy = json("{'apiVersion':'chaos.setpoint.dev/v1','kind':'ChaosPolicy','metadata':"
                + "{'name':'trouble'},'spec':{'client':{" + client + "}," + spec + "}}");
        return call(
                () -> admin.create(Target.collection(Chaos.POLICIES, ""), new Body.Tree(policy), WriteOptions.DEFAULT));
    }

    private Stored create(Client client, String name) {
        return call(() -> client.create(COLLECTION, new Body.Tree(map(name)), WriteOptions.DEFAULT));
    }

    private static JsonObject map(String name) {
        return json("{'metadata':{'name':'" + name + "'}}");
    }

    private List<String> names(Client client, ListOptions options) {
        return call(() -> client.list(COLLECTION, options)).items().stream()
                .map(each -> each.key().name())
                .toList();
    }

    private Watch watch() {
        return call(() -> operator.watch(
                COLLECTION,
                WatchOptions.from(admin.list(COLLECTION, ListOptions.ALL).revision())));
    }

    private String next(Watch watch) {
        return call(() -> watch.next(Duration.ofHours(1))).stream()
                .map(event -> event.getClass().getSimpleName() + " "
                        + (event instanceof WatchEvent.Added(var object)
                                ? object.key().name()
                                : ""))
                .toList()
                .toString();
    }

    private static String failure(Supplier<?> call) {
        try {
            return call.get() == null ? "nothing" : "done";
        } catch (ApiException e) {
            return e.error().getClass().getSimpleName();
        }
    }

    private <T> T call(Supplier<T> body) {
        return env.call(body);
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
