package dev.setpoint.controllers.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any contents: pods go before the rest, nothing is deleted twice, and the namespace goes when it is empty and no
/// sooner.
final class NamespacePlanPropertyTest {
    private static final List<ResourceType> TYPES = List.of(type("configmaps"), type("pods"), type("secrets"));

    @Test
    void everyWorldConverges() {
        Seeds.check(500, seed -> {
            RandomGenerator random = Seeds.random(seed);
            World world = new World(random);
            for (int step = 0; ; step++) {
                assertThat(step).as("seed %d: steps", seed).isLessThan(50);
                List<NamespaceAction> actions = NamespacePlan.plan(world.contents());
                if (actions.contains(new NamespaceAction.ConfirmAndFinalize())) {
                    assertThat(actions).as("seed %d", seed).hasSize(1);
                    assertThat(world.total()).as("seed %d: left behind", seed).isZero();
                    return;
                }
                if (actions.isEmpty()) {
                    assertThat(world.dying())
                            .as("seed %d: nobody is on the way", seed)
                            .isPositive();
                    world.someoneEnds(random);
                }
                actions.forEach(action -> world.execute(seed, action));
            }
        });
    }

    private static ResourceType type(String plural) {
        return Objects.requireNonNull(ResourceTable.builtIn().find("", "v1", plural));
    }

    /// How many objects of each kind live, and how many are held by a finalizer.
    private static final class World {
        private final Map<ResourceType, Integer> alive = new LinkedHashMap<>();
        private final Map<ResourceType, Integer> dying = new LinkedHashMap<>();

        World(RandomGenerator random) {
            for (ResourceType type : TYPES) {
                alive.put(type, random.nextInt(4));
                dying.put(type, random.nextInt(3));
            }
        }

        List<Content> contents() {
            List<Content> contents = new ArrayList<>();
            TYPES.forEach(type -> contents.add(
                    new Content(type, count(alive, type) + count(dying, type), count(alive, type), List.of())));
            return contents;
        }

        void execute(long seed, NamespaceAction action) {
            if (action instanceof NamespaceAction.DeleteAll(var type)) {
                assertThat(count(alive, type))
                        .as("seed %d: %s deleted again", seed, type.plural())
                        .isPositive();
                ResourceType pods = type("pods");
                assertThat(!type.equals(pods) && count(alive, pods) + count(dying, pods) > 0)
                        .as("seed %d: %s before the pods", seed, type.plural())
                        .isFalse();
                dying.merge(type, count(alive, type), Integer::sum);
                alive.put(type, 0);
            }
        }

        void someoneEnds(RandomGenerator random) {
            List<ResourceType> candidates =
                    TYPES.stream().filter(type -> count(dying, type) > 0).toList();
            dying.merge(candidates.get(random.nextInt(candidates.size())), -1, Integer::sum);
        }

        private static int count(Map<ResourceType, Integer> counts, ResourceType type) {
            return counts.getOrDefault(type, 0);
        }

        int dying() {
            return dying.values().stream().mapToInt(Integer::intValue).sum();
        }

        int total() {
            return dying() + alive.values().stream().mapToInt(Integer::intValue).sum();
        }
    }
}
