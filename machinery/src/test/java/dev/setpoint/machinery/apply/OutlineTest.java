package dev.setpoint.machinery.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import org.junit.jupiter.api.Test;

class OutlineTest {
    private static final Schema MAP = Schema.map(Schema.scalar(Shape.TEXT), Merge.GRANULAR);

    @Test
    void isTheSameForObjectsThatDifferInValuesAlone() {
        assertThat(Outline.of(new JsonObject().put("a", "1"), MAP))
                .isNotNull()
                .isEqualTo(Outline.of(new JsonObject().put("a", "2"), MAP))
                .isNotEqualTo(Outline.of(new JsonObject().put("b", "1"), MAP));
    }

    /// Outlines are kept for as long as the process lives, and the names in them are what a client sent.
    @Test
    void isNotMadeOfLongNames() {
        assertThat(Outline.of(new JsonObject().put("k".repeat(16 * 1024), "1"), MAP))
                .isNotNull();
        assertThat(Outline.of(new JsonObject().put("k".repeat(16 * 1024 + 1), "1"), MAP))
                .isNull();
    }
}
