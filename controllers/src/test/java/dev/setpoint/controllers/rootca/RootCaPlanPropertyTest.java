package dev.setpoint.controllers.rootca;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.Namespaces;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Whatever lies in its place, one write makes it the bundle; what people added to its metadata stays.
final class RootCaPlanPropertyTest {
    @Test
    void everyWorldConverges() {
        Seeds.check(300, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Namespace namespace = new NamespaceBuilder()
                    .withNewMetadata()
                    .withName("one")
                    .withDeletionTimestamp(random.nextInt(4) == 0 ? "2026-01-01T00:00:00Z" : null)
                    .endMetadata()
                    .build();
            Optional<ConfigMap> found = random.nextBoolean() ? Optional.of(draw(random)) : Optional.empty();
            Optional<ConfigMap> after = RootCaPlan.plan(namespace, found, "PEM")
                    .map(action -> switch (action) {
                        case RootCaPlan.Action.Create(var map) -> map;
                        case RootCaPlan.Action.Update(var map) -> map;
                    })
                    .or(() -> found);
            assertThat(RootCaPlan.plan(namespace, after, "PEM"))
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
            if (Namespaces.active(namespace)) {
                assertThat(after.orElseThrow().getData()).as("seed %d", seed).isEqualTo(Map.of("ca.crt", "PEM"));
                found.ifPresent(before -> assertThat(
                                after.get().getMetadata().getAnnotations().keySet())
                        .as("seed %d", seed)
                        .containsAll(before.getMetadata().getAnnotations().keySet()));
            } else {
                assertThat(after)
                        .as("seed %d: nothing is made for what goes", seed)
                        .isEqualTo(found);
            }
        });
    }

    private static ConfigMap draw(RandomGenerator random) {
        Map<String, String> annotations = new LinkedHashMap<>();
        Map<String, String> data = new LinkedHashMap<>();
        if (random.nextBoolean()) {
            annotations.put("kubernetes.io/description", random.nextBoolean() ? "mine" : "");
        }
        if (random.nextBoolean()) {
            annotations.put("a", "b");
        }
        if (random.nextBoolean()) {
            data.put("ca.crt", random.nextBoolean() ? "PEM" : "forged");
        }
        if (random.nextBoolean()) {
            data.put("more", "x");
        }
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("one")
                .withName(RootCaPlan.NAME)
                .withAnnotations(annotations)
                .endMetadata()
                .withData(data)
                .build();
    }
}
