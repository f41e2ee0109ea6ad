package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class EchoesTest {
    @Test
    void aKeyIsNotWokenByWhatItWroteAndCreated() {
        try (Fixture world = new Fixture()) {
            List<ObjectKey> runs = start(world, Controller.Builder::passingEchoes);
            world.createParent();
            world.env.settle();

            assertThat(runs).hasSize(1);
            assertThat(world.children.all()).hasSize(1);
            assertThat(world.configMaps.get(Fixture.PARENT).getData()).containsEntry("reported", "1");
        }
    }

    @Test
    void aLoopThatDidNotAskForItHearsItself() {
        try (Fixture world = new Fixture()) {
            List<ObjectKey> runs = start(world, builder -> builder);
            world.createParent();
            world.env.settle();

            assertThat(runs).hasSizeGreaterThan(1);
        }
    }

    @Test
    void whatOthersWriteWakesTheKeyAfterItsOwnWritesToo() {
        try (Fixture world = new Fixture()) {
            List<ObjectKey> runs = start(world, Controller.Builder::passingEchoes);
            world.createParent();
            world.env.settle();
            world.touch("by somebody");
            world.env.settle();
            world.pods.delete(world.children.all().getFirst());
            world.env.settle();

            assertThat(runs).hasSize(3);
            assertThat(world.children.all()).hasSize(1);
        }
    }

    @Test
    void whatOthersWriteWhileTheKeyRunsWakesItWhenTheRunIsOver() {
        try (Fixture world = new Fixture()) {
            List<ObjectKey> runs = new ArrayList<>();
            world.loops.add(Controller.of(ConfigMap.class).passingEchoes().reconcile((ObjectKey key) -> {
                runs.add(key);
                if (runs.size() == 1) {
                    world.touch("meanwhile");
                    world.env.sleep(Duration.ofSeconds(1)); // The cache shows it before the run ends.
                }
                return Outcome.DONE;
            }));
            world.loops.start();
            world.createParent();
            world.env.advance(Duration.ofSeconds(2));

            assertThat(runs).hasSize(2);
        }
    }

    @Test
    void aKeyLooksOnceAtWhatItGathered() {
        try (Fixture world = new Fixture()) {
            List<ObjectKey> runs = new ArrayList<>();
            world.loops.add(Controller.of(ConfigMap.class)
                    .gathering(_ -> Duration.ofMillis(50))
                    .passingEchoes()
                    .reconcile((ObjectKey key) -> {
                        runs.add(key);
                        return Outcome.DONE;
                    }));
            world.loops.start();
            world.createParent();
            world.env.settle();
            for (int i = 0; i < 5; i++) {
                world.touch("value " + i);
                world.env.advance(Duration.ofMillis(5));
            }
            assertThat(runs).isEmpty();
            world.env.advance(Duration.ofMillis(50));

            assertThat(runs).hasSize(1);
        }
    }

    /// One child for each parent, and a report of it in the parent itself.
    private static List<ObjectKey> start(Fixture world, UnaryOperator<Controller.Builder<ConfigMap>> more) {
        List<ObjectKey> runs = new ArrayList<>();
        TypedClient<ConfigMap> parents = Typed.of(ConfigMap.class).over(world.loops.client());
        TypedClient<Pod> children = Typed.of(Pod.class).over(world.loops.client());
        world.loops.add(more.apply(Controller.of(ConfigMap.class).owns(Pod.class))
                .reconcile((ObjectKey key) -> {
                    runs.add(key);
                    ConfigMap parent = world.parents.find(key).orElseThrow();
                    if (world.children.ownedBy(parent.getMetadata().getUid()).isEmpty()) {
                        children.create(Fixture.childOf(parent));
                    }
                    if (!parent.getData().containsKey("reported")) {
                        parents.update(parent.edit().addToData("reported", "1").build());
                    }
                    return Outcome.DONE;
                }));
        world.loops.start();
        return runs;
    }
}
