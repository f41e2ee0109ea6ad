package dev.setpoint.reconcile;

import static dev.setpoint.reconcile.Fixture.PARENT;
import static dev.setpoint.reconcile.Fixture.childOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.api.GroupVersionKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllerTest {
    private final Fixture world = new Fixture();
    private final List<ObjectKey> seen = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void reconcilesWhatIsThereAndWhatComes() {
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(this::see));
        assertThat(seen).containsExactly(PARENT);

        world.touch("again");
        world.env.settle();
        assertThat(seen).containsExactly(PARENT, PARENT);
    }

    @Test
    void countsWhoAnsweredItsReads() {
        world.createParent();
        TypedClient<ConfigMap> asking = Typed.of(ConfigMap.class).over(world.loops.client());
        run(Controller.of(ConfigMap.class).reconcile(key -> {
            world.parents.find(key);
            world.parents.all();
            asking.get(key);
            return Outcome.DONE;
        }));

        assertThat(world.metrics.text())
                .contains("loop_reads_total{from=\"cache\"} 2\n", "loop_reads_total{from=\"server\"} 1\n");
    }

    @Test
    void aDeletedObjectWakesItsKey() {
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(this::see));
        seen.clear();
        world.configMaps.delete(PARENT, DeleteOptions.DEFAULT);
        world.env.settle();

        assertThat(seen).containsExactly(PARENT);
        assertThat(world.parents.find(PARENT)).isEmpty();
    }

    @Test
    void ownedObjectsWakeTheirOwner() {
        ConfigMap parent = world.createParent();
        run(Controller.of(ConfigMap.class).owns(Pod.class).reconcile(this::see));
        seen.clear();
        Pod child = world.pods.create(childOf(parent));
        world.env.settle();
        assertThat(seen).containsExactly(PARENT);

        world.pods.delete(child);
        world.env.settle();
        assertThat(seen).containsExactly(PARENT, PARENT);
    }

    @Test
    void watchedObjectsWakeTheKeysThatTheMapperNames() {
        run(Controller.of(ConfigMap.class)
                .watches(
                        Secret.class,
                        secret -> List.of(new ObjectKey(
                                "default", secret.getMetadata().getLabels().getOrDefault("for", ""))))
                .reconcile(this::see));
        var secrets = Typed.of(Secret.class).over(world.admin);
        Secret secret = secrets.create(new SecretBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("s")
                .addToLabels("for", "one")
                .endMetadata()
                .build());
        world.env.settle();
        assertThat(seen).containsExactly(new ObjectKey("default", "one"));
        seen.clear();

        secrets.update(secret.edit()
                .editMetadata()
                .addToLabels("for", "two")
                .endMetadata()
                .build());
        world.env.settle();
        assertThat(seen).containsExactlyInAnyOrder(new ObjectKey("default", "one"), new ObjectKey("default", "two"));
    }

    @Test
    void changesThatAPredicateRefusesWakeNobody() {
        world.createParent();
        run(Controller.of(ConfigMap.class)
                .when(change -> change.created() || change.deleted())
                .reconcile(this::see));
        world.touch("in vain");
        world.env.settle();

        assertThat(seen).containsExactly(PARENT);
    }

    @Test
    void aFailureComesBackAndSuccessEndsIt() {
        AtomicInteger calls = new AtomicInteger();
        List<Long> times = new ArrayList<>();
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(_ -> {
            times.add(Duration.ofNanos(world.env.monotonicNanos()).toMillis());
            if (calls.incrementAndGet() < 4) {
                throw new IllegalStateException("not yet");
            }
            return Outcome.DONE;
        }));
        world.env.advance(Duration.ofMinutes(5));

        assertThat(times).containsExactly(0L, 5L, 15L, 35L);
        assertThat(world.metrics.text())
                .contains("controller_runtime_reconcile_total{controller=\"configmap\",result=\"success\"} 1\n")
                .contains("controller_runtime_reconcile_total{controller=\"configmap\",result=\"error\"} 3\n")
                .contains("workqueue_retries_total{name=\"configmap\"} 3\n");
    }

    @Test
    void aTerminalFailureStaysAwayUntilSomethingChanges() {
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(key -> {
            see(key);
            throw new TerminalException("spec makes no sense");
        }));
        world.env.advance(Duration.ofMinutes(5));
        assertThat(seen).hasSize(1);

        world.touch("changed");
        world.env.settle();
        assertThat(seen).hasSize(2);
        assertThat(world.metrics.text())
                .contains("controller_runtime_terminal_reconcile_errors_total{controller=\"configmap\"} 2\n");
    }

    @Test
    void checksAgainWhenAsked() {
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(key -> {
            see(key);
            return seen.size() < 3 ? Outcome.checkAgain(Duration.ofSeconds(30)) : Outcome.DONE;
        }));
        world.env.advance(Duration.ofSeconds(29));
        assertThat(seen).hasSize(1);
        world.env.advance(Duration.ofSeconds(31));
        assertThat(seen).hasSize(3);
        world.env.advance(Duration.ofMinutes(5));
        assertThat(seen).hasSize(3);
    }

    @Test
    void oneKeyIsNeverReconciledByTwoWorkers() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        world.createParent();
        run(Controller.of(ConfigMap.class).workers(4).reconcile(key -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            world.env.sleep(Duration.ofSeconds(1));
            running.decrementAndGet();
            return see(key);
        }));
        for (int i = 0; i < 10; i++) {
            world.touch("value " + i);
            world.env.advance(Duration.ofMillis(300));
        }
        world.env.advance(Duration.ofMinutes(1));

        assertThat(most.get()).isEqualTo(1);
        assertThat(seen).hasSizeGreaterThan(1).hasSizeLessThan(11);
    }

    @Test
    void resyncLooksAtEverythingEveryTenMinutes() {
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(this::see));
        world.env.advance(Duration.ofMinutes(31));

        assertThat(seen).hasSize(4);
        assertThat(world.faults.count("list", "configmaps")).isEqualTo(1);
    }

    @Test
    void stoppingLetsARunningReconcileEnd() {
        List<String> ended = new ArrayList<>();
        world.createParent();
        run(Controller.of(ConfigMap.class).reconcile(key -> {
            world.env.sleep(Duration.ofSeconds(2));
            ended.add(key.name());
            return Outcome.DONE;
        }));
        world.touch("one more, which does not begin");
        world.loops.close();

        assertThat(ended).containsExactly("parent");
        world.touch("nobody listens");
        world.env.advance(Duration.ofMinutes(30));
        assertThat(ended).containsExactly("parent");
    }

    @Test
    void aControllerAddedLateSeesWhatIsThere() {
        world.createParent();
        world.loops.start();
        world.env.settle();
        world.loops.add(Controller.of(ConfigMap.class).reconcile(this::see));
        world.env.settle();

        assertThat(seen).containsExactly(PARENT);
    }

    @Test
    void twoControllersShareOneWatchThoughTheyReadItAsDifferentClasses() {
        world.createParent();
        var generic = Typed.generic(GroupVersionKind.of("v1", "ConfigMap"), "configmaps", true);
        world.loops.add(Controller.of(generic).named("generic").reconcile(key -> {
            assertThat(world.loops.informer(generic).find(key).orElseThrow().<String>get("data", "replicas"))
                    .isEqualTo("1");
            return see(key);
        }));
        run(Controller.of(ConfigMap.class).reconcile(this::see));

        assertThat(seen).containsExactly(PARENT, PARENT);
        assertThat(world.faults.count("watch", "configmaps")).isEqualTo(1);
    }

    private void run(Controller<?> controller) {
        world.loops.add(controller);
        world.loops.start();
        world.env.settle();
    }

    private Outcome see(ObjectKey key) {
        seen.add(key);
        return Outcome.DONE;
    }
}
