package dev.setpoint.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FakeClient;
import dev.setpoint.client.testing.FakeClient.When;
import dev.setpoint.machinery.api.ApiError;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedInformerTest {
    private final BatonEnv env = BatonEnv.create(5);
    private final FakeClient server = new FakeClient(env);
    private final TypedClient<Pod> pods = Typed.of(Pod.class).over(server);
    private final SharedInformer shared =
            new SharedInformer(Typed.of(Pod.class).resource(), server, env.child("process"), new Metrics());
    private final Informer<Pod> informer = shared.as(Typed.of(Pod.class));
    private final List<String> heard = new ArrayList<>();

    @AfterEach
    void close() {
        env.close();
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
        assertThat(server.count("list", "pods")).isEqualTo(1);
        assertThat(server.count("watch", "pods")).isEqualTo(1);
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
        server.closeWatches("pods");
        create("b", "");
        env.advance(Duration.ofSeconds(1));

        assertThat(heard).containsExactly("EVENT +a", "EVENT +b");
        assertThat(server.count("list", "pods")).isEqualTo(1);
        assertThat(server.count("watch", "pods")).isEqualTo(2);
    }

    @Test
    void anExpiredWatchListsAgainAndTellsWhatWasMissed() {
        create("a", "");
        create("b", "");
        create("c", "");
        start();
        informer.onChange(this::hear);
        heard.clear();
        server.hold("pods");
        pods.delete(key("a"), DeleteOptions.DEFAULT);
        bind("b", "n1");
        create("d", "");
        server.expireWatches("pods");
        server.release("pods");
        env.advance(Duration.ofSeconds(1));

        assertThat(heard).containsExactlyInAnyOrder("EVENT -a", "EVENT ~b", "EVENT +d");
        assertThat(names(informer.all())).containsExactly("b", "c", "d");
        assertThat(server.count("list", "pods")).isEqualTo(2);
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
        server.hold("pods");
        pods.delete(key("a"), DeleteOptions.DEFAULT);
        Pod second = create("a", "");
        server.expireWatches("pods");
        server.release("pods");
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
        server.duplicateEvents();
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
            server.failNext(call -> call.is("list", "pods"), new ApiError.Unavailable("not yet"), When.BEFORE);
        }
        List<Long> attempts = new ArrayList<>();
        shared.start();
        for (int i = 0; i < 600; i++) {
            long before = server.count("list", "pods");
            env.advance(Duration.ofMillis(100));
            if (server.count("list", "pods") > before) {
                attempts.add(Duration.ofNanos(env.monotonicNanos()).toMillis());
            }
        }

        assertThat(informer.hasSynced()).isTrue();
        assertThat(server.count("list", "pods")).isEqualTo(9);
        // Seven doublings from 100 ms, each between half and whole.
        assertThat(attempts.getLast()).isBetween(12_700L, 25_500L);
    }

    @Test
    void aWatchThatIsRefusedIsTriedAgain() {
        server.failNext(
                call -> call.is("watch", "pods"),
                new ApiError.Expired("the list was old already", Optional.empty()),
                When.BEFORE);
        start();
        create("a", "");
        env.advance(Duration.ofSeconds(1));

        assertThat(names(informer.all())).containsExactly("a");
        assertThat(server.count("list", "pods")).isEqualTo(2);
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
        assertThat(server.count("list", "pods")).isEqualTo(1);
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
            if (change.cause() == Change.Cause.RESYNC && heard.size() == 1) {
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
        server.breakNext(call -> call.is("watch", "pods"), new IllegalStateException("a defect"));
        server.closeWatches("pods");
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
        pods.delete(key("a"), DeleteOptions.DEFAULT);
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
        pods.create(new PodBuilder()
                .withNewMetadata()
                .withNamespace("default-2")
                .withName("x")
                .endMetadata()
                .build());
        start();
        assertThat(names(informer.inNamespace("default"))).containsExactly("a", "b");
        assertThat(names(informer.select("", stored -> stored.key().name().compareTo("b") >= 0)))
                .containsExactly("b", "x");
    }

    @Test
    void theCacheHoldsTheCommittedValueItself() {
        create("a", "");
        start();
        Stored there = server.get(Typed.of(Pod.class).object(key("a")));
        assertThat(informer.objects().find(key("a")).orElseThrow()).isSameAs(there);
    }

    private void start() {
        shared.start();
        env.settle();
    }

    private Pod create(String name, String colour) {
        return pods.create(new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .addToLabels("colour", colour)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build());
    }

    private void bind(String name, String node) {
        pods.update(pods.get(key(name))
                .edit()
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .build());
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    private static List<String> names(List<Pod> found) {
        return found.stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    private void hear(Change change) {
        heard.add(change.cause() + " " + sign(change.before(), change.after())
                + change.key().name());
    }

    private static String sign(@Nullable Stored before, @Nullable Stored after) {
        return before == null ? "+" : after == null ? "-" : "~";
    }
}
