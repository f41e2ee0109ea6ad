package dev.setpoint.reconcile;

import static dev.setpoint.reconcile.Fixture.childOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.value.Cause;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.machinery.api.ApiError;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A reconciler that trusts its cache blindly keeps exactly one pod, although the cache lags.
class FreshnessTest {
    private final Fixture world = new Fixture();
    private final TypedClient<Pod> pods = Typed.of(Pod.class).over(world.loops.client());
    private int wanted = 1;
    private int runs;

    private Outcome keepPods(ObjectKey key) {
        runs++;
        ConfigMap parent = world.parents.find(key).orElseThrow();
        List<Pod> owned = world.children.ownedBy(parent.getMetadata().getUid());
        for (int i = owned.size(); i < wanted; i++) {
            pods.create(childOf(parent));
        }
        for (int i = wanted; i < owned.size(); i++) {
            pods.delete(owned.get(i));
        }
        return Outcome.DONE;
    }

    private void start() {
        world.createParent();
        world.loops.add(
                Controller.of(ConfigMap.class).owns(Pod.class).workers(2).reconcile(this::keepPods));
        world.loops.start();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aKeyThatCreatedWaitsUntilTheCacheShowsIt() {
        world.faults.hold("pods");
        start();
        world.env.settle();
        assertThat(world.faults.count("create", "pods")).isEqualTo(1);

        world.touch("the key wants to run, and the cache still shows no pod");
        world.env.settle();
        assertThat(runs).isEqualTo(1);

        world.faults.release("pods");
        world.env.settle();
        assertThat(runs).isEqualTo(2);
        assertThat(podsThere()).isEqualTo(1);
    }

    /// Which key, and which news woke it.
    @Test
    void aWriteTellsInWhichRunItWasMade() {
        start();
        world.env.settle();
        wanted = 2;
        world.touch("more");
        long woken = revision(world.admin, Typed.of(ConfigMap.class).object(Fixture.PARENT));
        world.env.settle();
        List<Cause> causes = LongStream.rangeClosed(
                        woken + 1, world.cluster.store().snapshot().revision())
                .mapToObj(revision -> world.cluster.store().cause(revision).orElseThrow())
                .toList();
        assertThat(causes)
                .contains(
                        new Cause("admin", "loops", Optional.of(new Cause.Run("configmap", "default/parent", woken))));
    }

    private static long revision(Client client, Target target) {
        return client.get(target).revision();
    }

    @Test
    void otherKeysDoNotWait() {
        world.faults.hold("pods");
        start();
        world.env.settle();
        Controller<ObjectKey> other = Controller.of(ConfigMap.class)
                .named("other")
                .reconcile(_ -> {
                    runs += 100;
                    return Outcome.DONE;
                });
        world.loops.add(other);
        world.env.settle();

        assertThat(runs).isEqualTo(101);
    }

    @Test
    void whenTheWaitRunsOutTheReconcileReadsLive() {
        world.faults.hold("pods");
        start();
        world.env.settle();
        world.touch("wakes the key");
        world.env.advance(Duration.ofMillis(4999));
        assertThat(runs).isEqualTo(1);

        world.env.advance(Duration.ofMillis(1));
        assertThat(runs).isEqualTo(2);
        assertThat(world.children.all()).isEmpty();
        assertThat(world.faults.count("list", "pods")).isEqualTo(2);
        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void aPodThatCameAndWentUnseenWakesItsKey() {
        world.faults.hold("pods");
        start();
        world.env.settle();
        world.pods.list("default", ListOptions.ALL).forEach(world.pods::delete);
        world.faults.expireWatches("pods");
        world.faults.release("pods");
        world.env.advance(Duration.ofSeconds(1));

        assertThat(world.faults.count("create", "pods")).isEqualTo(2);
        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void evenWhenTheRunTookLongerThanThat() {
        world.createParent();
        world.faults.hold("pods");
        world.loops.add(Controller.of(ConfigMap.class).owns(Pod.class).reconcile(key -> {
            keepPods(key);
            if (runs == 1) {
                world.pods.list("default", ListOptions.ALL).forEach(world.pods::delete);
                world.faults.expireWatches("pods");
                world.faults.release("pods");
                world.env.sleep(Duration.ofSeconds(1));
            }
            return Outcome.DONE;
        }));
        world.loops.start();
        world.env.advance(Duration.ofSeconds(2));

        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void aPodThatOnlyALiveReadSawWakesItsKeyToo() {
        world.faults.hold("pods");
        start();
        world.env.settle();
        world.touch("wakes the key, which reads live after five seconds");
        world.env.advance(Duration.ofSeconds(6));
        assertThat(runs).isEqualTo(2);
        world.pods.list("default", ListOptions.ALL).forEach(world.pods::delete);
        world.faults.expireWatches("pods");
        world.faults.release("pods");
        world.env.advance(Duration.ofSeconds(1));

        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void aKeyThatDeletedWaitsUntilTheCacheShowsIt() {
        start();
        world.env.settle();
        wanted = 0;
        world.faults.hold("pods");
        world.touch("one too many");
        world.env.settle();
        assertThat(world.faults.count("delete", "pods")).isEqualTo(1);
        int before = runs;
        world.touch("the cache still shows the pod");
        world.env.settle();
        assertThat(runs).isEqualTo(before);

        world.faults.release("pods");
        world.env.settle();
        assertThat(runs).isEqualTo(before + 1);
        assertThat(world.faults.count("delete", "pods")).isEqualTo(1);
    }

    @Test
    void aDeletionIsShownByTerminating() {
        start();
        world.env.settle();
        Pod pod = world.children.all().getFirst();
        world.pods.update(pod.edit()
                .editMetadata()
                .addToFinalizers("example.com/slow")
                .endMetadata()
                .build());
        world.env.settle();
        wanted = 0;
        int before = runs;
        world.touch("one too many");
        world.env.settle();

        // The run that deletes, and one that the terminating pod causes: it deletes once more and waits for nothing.
        assertThat(runs).isEqualTo(before + 2);
        assertThat(world.children.all().getFirst().isMarkedForDeletion()).isTrue();
    }

    @Test
    void aWriteWhoseOutcomeIsUnknownIsLookedUpBeforeTheNextRun() {
        world.faults.hold("pods");
        world.faults.failNext(call -> call.is("create", "pods"), new ApiError.Timeout("lost"), When.AFTER);
        start();
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).isEqualTo(1);
        assertThat(podsThere()).isEqualTo(1);

        world.faults.release("pods");
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).isEqualTo(2);
        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void aWriteThatDidNotHappenAfterAllIsMadeAgain() {
        world.faults.failNext(call -> call.is("create", "pods"), new ApiError.Timeout("lost"), When.BEFORE);
        start();
        world.env.advance(Duration.ofSeconds(1));

        assertThat(runs).isGreaterThanOrEqualTo(2);
        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void anUnknownDeletionIsLookedUpToo() {
        start();
        world.env.settle();
        wanted = 0;
        world.faults.hold("pods");
        world.faults.failNext(call -> call.is("delete", "pods"), new ApiError.Unanswered("lost"), When.AFTER);
        world.touch("one too many");
        world.env.advance(Duration.ofSeconds(1));
        int before = runs;
        assertThat(world.faults.count("delete", "pods")).isEqualTo(1);

        world.faults.release("pods");
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).isEqualTo(before + 1);
        assertThat(world.faults.count("delete", "pods")).isEqualTo(1);
    }

    @Test
    void whileTheLookUpFailsTheKeyStaysAway() {
        world.faults.hold("pods");
        world.faults.failNext(call -> call.is("create", "pods"), new ApiError.Timeout("lost"), When.AFTER);
        for (int i = 0; i < 3; i++) {
            world.faults.failNext(
                    call -> call.is("list", "pods") && call.target().namespace().equals("default"),
                    new ApiError.Unavailable("gone"),
                    When.BEFORE);
        }
        start();
        world.env.advance(Duration.ofSeconds(1));
        assertThat(runs).isEqualTo(1);
        world.faults.release("pods");
        world.env.advance(Duration.ofSeconds(1));
        assertThat(podsThere()).isEqualTo(1);
    }

    @Test
    void writesToKindsWithoutACacheAreNotWaitedFor() {
        TypedClient<Secret> secrets = Typed.of(Secret.class).over(world.loops.client());
        world.createParent();
        world.loops.add(Controller.of(ConfigMap.class).reconcile(key -> {
            runs++;
            secrets.create(new SecretBuilder()
                    .withNewMetadata()
                    .withNamespace("default")
                    .withGenerateName("s-")
                    .endMetadata()
                    .build());
            return Outcome.DONE;
        }));
        world.loops.start();
        world.env.settle();
        world.touch("again");
        world.env.settle();

        assertThat(runs).isEqualTo(2);
    }

    @Test
    void collectionsThatWereDeletedAreLookedUp() {
        start();
        world.env.settle();
        world.faults.hold("pods");
        Target all = Typed.of(Pod.class).collection("default");
        world.loops.add(Controller.of(ConfigMap.class).named("sweeper").reconcile(_ -> {
            world.loops.client().deleteCollection(all, ListOptions.ALL, DeleteOptions.DEFAULT);
            return Outcome.DONE;
        }));
        world.env.settle();
        assertThat(world.faults.count("deletecollection", "pods")).isEqualTo(1);
        wanted = 0;
        world.touch("wakes the sweeper, whose cache still shows the pod");
        world.env.settle();
        assertThat(world.faults.count("deletecollection", "pods")).isEqualTo(1);

        world.faults.release("pods");
        world.env.settle();
        assertThat(world.faults.count("deletecollection", "pods")).isEqualTo(2);
    }

    private int podsThere() {
        return world.pods.list("default", ListOptions.ALL).size();
    }
}
