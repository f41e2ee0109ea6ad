package dev.setpoint.controllers.flowschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchemaBuilder;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchemaCondition;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any status: one write puts the condition right, and what others say beside it stays.
final class FlowSchemaPlanPropertyTest {
    private static final String THEN = "2026-01-01T00:00:00Z";
    private static final String NOW = "2026-01-02T00:00:00Z";

    @Test
    void everyWorldConverges() {
        Seeds.check(400, seed -> {
            RandomGenerator random = Seeds.random(seed);
            FlowSchema schema = draw(random);
            boolean exists = random.nextBoolean();
            FlowSchema after = FlowSchemaPlan.plan(schema, exists, NOW).orElse(schema);
            assertThat(FlowSchemaPlan.plan(after, exists, NOW))
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
            assertThat(conditions(after, "Dangling"))
                    .as("seed %d", seed)
                    .singleElement()
                    .satisfies(condition -> assertThat(condition.getStatus()).isEqualTo(exists ? "False" : "True"))
                    .satisfies(condition -> assertThat(condition.getLastTransitionTime())
                            .isEqualTo(unchanged(schema, condition) ? THEN : NOW));
            assertThat(conditions(after, "Other")).as("seed %d", seed).isEqualTo(conditions(schema, "Other"));
        });
    }

    private static boolean unchanged(FlowSchema before, FlowSchemaCondition now) {
        return conditions(before, "Dangling").stream()
                .anyMatch(condition -> condition.getStatus().equals(now.getStatus())
                        && condition.getReason().equals(now.getReason()));
    }

    private static List<FlowSchemaCondition> conditions(FlowSchema schema, String type) {
        return schema.getStatus() == null
                ? List.of()
                : schema.getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals(type))
                        .toList();
    }

    private static FlowSchema draw(RandomGenerator random) {
        FlowSchemaBuilder schema = new FlowSchemaBuilder()
                .withNewMetadata()
                .withName("s")
                .endMetadata()
                .withNewSpec()
                .withNewPriorityLevelConfiguration("level-" + random.nextInt(2))
                .endSpec();
        for (String type : new String[] {"Other", "Dangling"}) {
            if (random.nextBoolean()) {
                boolean dangling = random.nextBoolean();
                schema.editOrNewStatus()
                        .addNewCondition()
                        .withType(type)
                        .withStatus(dangling ? "True" : "False")
                        .withReason(dangling ? "NotFound" : "Found")
                        .withMessage("an old word")
                        .withLastTransitionTime(THEN)
                        .endCondition()
                        .endStatus();
            }
        }
        return schema.build();
    }
}
