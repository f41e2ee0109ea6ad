package dev.setpoint.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.json.JsonObject;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedInformerTest {
    private final TestCluster cluster = TestCluster.create(5);
    private final BatonEnv env = cluster.env();
    private final BatonEnv process = env.child("process");
    private final FaultSwitches faults = new FaultSwitches(env);
    private final TypedClient<Pod> pods = Typed.of(Pod.class).over(cluster.admin());
    private final SharedInformer shared = new SharedInformer(
            Typed.of(Pod.class).resource(),
            faults.over(cluster.client(process, TestCluster.ADMIN, "process")),
            process,
            new Metrics());
    private final Informer<Pod> informer = shared.as(Typed.of(Pod.class));
    private final List<String> heard = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void listsThenWatches() {
        create("a", "");
        informer.onChange(this::hear);
        assertThat(informer.hasSynced()).isFalse();
        start();
        assertThat(informer.hasSynced()).isTrue();
        create("b", "");
        bind("a", "n1");
        pods.delete(key("b"), DeleteOptions.DEFAULT);
        env.settle();

        assertThat(heard).containsExactly("INITIAL +a", "EVENT +b", "EVENT ~a", "EVENT -b");
        assertThat(names(informer.all())).containsExactly("a");
        assertThat(faults.count("list", "pods")).isEqualTo(1);
        assertThat(faults.count("watch", "pods")).isEqualTo(1);
    }

    /// A stream that believed the size it began with would fail on the object that comes while it runs.
    @Test
    void whoeverWalksMeetsWhatComesMeanwhile() {
        create("a", "");
        create("b", "");
        start();
        assertThat(informer.objects().inNamespace("").stream()
                        .peek(object -> {
                            if (object.key().name().equals("a")) {
                                create("c", "");
                                env.settle();
                            }
                        })
                        .map(object -> object.key().name())
                        .toList())
                .containsExactly("a", "b", "c");
    }

    @Test
    void aDroppedWatchGoesOnWhereItWas() {
        start();
        informer.onChange(this::hear);
        create("a", "");
        env.settle();
        faults.closeWatches("pods");
        create("b", "");
        env.advance(Duration.ofSeconds(1));

        assertThat(heard).containsExactly("EVENT +a", "EVENT +b");
        assertThat(faults.count("list", "pods")).isEqualTo(1);
        assertThat(faults.count("watch", "pods")).isEqualTo(2);
    }

    @Test
    void anExpiredWatchListsAgainAndTellsWhatWasMissed() {
        create("a", "");
        create("b", "");
        create("c", "");
        start();
        informer.onChange(this::hear);
        heard.clear();
        faults.hold("pods");
        pods.delete(key("a"), DeleteOptions.DEFAULT);
        bind("b", "n1");
        create("d", "");
        faults.expireWatches("pods");
        faults.release("pods");
        env.advance(Duration.ofSeconds(1));

        assertThat(heard).containsExactlyInAnyOrder("EVENT -a", "EVENT ~b", "EVENT +d");
        assertThat(names(informer.all())).containsExactly("b", "c", "d");
        assertThat(faults.count("list", "pods")).isEqualTo(2);
        create("e", "");
        env.settle();
        assertThat(heard).endsWith("EVENT +e");
    }

    @Test
    void anObjectReplacedWhileNobodyLookedIsAChange() {
        Pod first = create("a", "");
        start();
        informer.onChange(this::hear);
        heard.clear();
        faults.hold("pods");
        pods.delete(key("a"), DeleteOptions.DEFAULT);
        Pod second = create("a", "");
        faults.expireWatches("pods");
        faults.release("pods");
        env.advance(Duration.ofSeconds(1));

        assertThat(heard).containsExactly("EVENT ~a");
        assertThat(informer.find(key("a")).orElseThrow().getMetadata().getUid())
                .isEqualTo(second.getMetadata().getUid())
                .isNotEqualTo(first.getMetadata().getUid());
    }

    @Test
    void eventsThatComeTwiceAreHeardOnce() {
        start();
        informer.onChange(this::hear);
        faults.duplicateEvents();
        create("a", "");
        pods.delete(key("a"), DeleteOptions.DEFAULT);
        create("b", "");
        env.settle();

        assertThat(heard).containsExactly("EVENT +a", "EVENT -a", "EVENT +b");
        assertThat(names(informer.all())).containsExactly("b");
    }

    @Test
    void aListThatFailsIsTriedAgainMoreAndMoreSlowly() {
        for (int i = 0; i < 8; i++) {
            faults.failNext(call -> call.is("list", "pods"), new ApiError.Unavailable("not yet"), When.BEFORE);
        }
        List<Long> attempts = new ArrayList<>();
        shared.start();
        for (int i = 0; i < 600; i++) {
            long before = faults.count("list", "pods");
            env.advance(Duration.ofMillis(100));
            if (faults.count("list", "pods") > before) {
                attempts.add(Duration.ofNanos(env.monotonicNanos()).toMillis());
            }
        }

        assertThat(informer.hasSynced()).isTrue();
        assertThat(faults.count("list", "pods")).isEqualTo(9);
        // Seven doublings from 100 ms, each between half and whole.
        assertThat(attempts.getLast()).isBetween(12_700L, 25_500L);
    }

    @Test
    void aWatchThatIsRefusedIsTriedAgain() {
        faults.failNext(
                call -> call.is("watch", "pods"),
                new ApiError.Expired("the list was old already", Optional.empty()),
                When.BEFORE);
        start();
        create("a", "");
        env.advance(Duration.ofSeconds(1));

        assertThat(names(informer.all())).containsExactly("a");
        assertThat(faults.count("list", "pods")).isEqualTo(2);
    }

    @Test
    void resyncTellsHandlersWithoutListing() {
        create("a", "");
        start();
        informer.onChange(this::hear);
        informer.resyncEvery(Duration.ofMinutes(1));
        heard.clear();
        env.advance(Duration.ofSeconds(150));

        assertThat(heard).containsExactly("RESYNC ~a", "RESYNC ~a");
        assertThat(faults.count("list", "pods")).isEqualTo(1);
    }

    @Test
    void aResyncLetsEventsPass() {
        for (int i = 0; i < 1200; i++) {
            create("pod-" + (1000 + i), "");
        }
        start();
        informer.onChange(this::hear);
        heard.clear();
        informer.onChange(change -> {
            if (change.cause() == CacheChange.Cause.RESYNC && heard.size() == 1) {
                create("a-new", "");
            }
        });
        informer.resyncEvery(Duration.ofMinutes(1));
        env.advance(Duration.ofSeconds(61));

        assertThat(heard).hasSize(1201);
        assertThat(heard.indexOf("EVENT +a-new")).isBetween(1, 600);
    }

    @Test
    void survivesADefectOfTheClient() {
        start();
        informer.onChange(this::hear);
        faults.breakNext(call -> call.is("watch", "pods"), new IllegalStateException("a defect"));
        faults.closeWatches("pods");
        create("a", "");
        env.advance(Duration.ofSeconds(1));
        assertThat(heard).containsExactly("EVENT +a");
    }

    @Test
    void aLateHandlerHearsOfWhatIsThere() {
        create("a", "");
        start();
        informer.onChange(this::hear);
        assertThat(heard).containsExactly("INITIAL +a");
    }

    @Test
    void aHandlerThatFailsDisturbsNobody() {
        informer.onChange(_ -> {
            throw new IllegalStateException("a defect");
        });
        informer.onChange(this::hear);
        start();
        create("a", "");
        env.settle();
        assertThat(heard).containsExactly("EVENT +a");
    }

    @Test
    void findsByIndexAndForgetsWhatMoved() {
        create("a", "red");
        create("b", "red");
        create("c", "blue");
        informer.index(Index.label("colour"));
        start();
        assertThat(names(informer.indexed(Index.label("colour"), "red"))).containsExactly("a", "b");
        assertThat(informer.onNode("n1")).isEmpty();

        bind("a", "n1");
        bind("c", "n1");
        env.settle();
        assertThat(names(informer.onNode("n1"))).containsExactly("a", "c");
        deleteAtOnce("a");
        env.settle();
        assertThat(names(informer.onNode("n1"))).containsExactly("c");
        assertThat(names(informer.indexed(Index.label("colour"), "red"))).containsExactly("b");
    }

    @Test
    void anIndexMayComeLate() {
        create("a", "red");
        start();
        assertThatThrownBy(() -> informer.indexed(Index.label("colour"), "red"))
                .isInstanceOf(IllegalArgumentException.class);
        informer.index(Index.label("colour"));
        assertThat(names(informer.indexed(Index.label("colour"), "red"))).containsExactly("a");
    }

    @Test
    void listsOneNamespaceInOrder() {
        create("b", "");
        create("a", "");
        cluster.createNamespace("default-2");
        create("default-2", "x", "");
        start();
        assertThat(names(informer.inNamespace("default"))).containsExactly("a", "b");
        assertThat(names(informer.select("", stored -> stored.key().name().compareTo("b") >= 0)))
                .containsExactly("b", "x");
    }

    @Test
    void theCacheHoldsTheCommittedValueItself() {
        create("a", "");
        start();
        Stored there = cluster.admin().get(Typed.of(Pod.class).object(key("a")));
        assertThat(informer.objects().find(key("a")).orElseThrow()).isSameAs(there);
    }

    private void start() {
        shared.start();
        env.settle();
    }

    private Pod create(String name, String colour) {
        return create("default", name, colour);
    }

    private Pod create(String namespace, String name, String colour) {
        return pods.create(new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .addToLabels("colour", colour)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("nginx")
                .endContainer()
                .endSpec()
                .build());
    }

    private void bind(String name, String node) {
        JsonObject binding = new JsonObject()
                .put("metadata", new JsonObject().put("name", name))
                .put("target", new JsonObject().put("kind", "Node").put("name", node));
        cluster.admin()
                .create(
                        Typed.of(Pod.class).object(key(name)).subresource("binding"),
                        new Body.Tree(binding),
                        WriteOptions.DEFAULT);
    }

    /// A pod on a node would take its time.
    private void deleteAtOnce(String name) {
        pods.delete(
                key(name),
                new DeleteOptions(
                        DeleteOptions.Propagation.UNSPECIFIED, OptionalLong.of(0), Optional.empty(), Optional.empty()));
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    private static List<String> names(List<Pod> found) {
        return found.stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    private void hear(CacheChange change) {
        heard.add(change.cause() + " " + sign(change.before(), change.after())
                + change.key().name());
    }

    private static String sign(@Nullable Stored before, @Nullable Stored after) {
        return before == null ? "+" : after == null ? "-" : "~";
    }
}
