package dev.setpoint.machinery.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.apply.FieldOwner.Operation;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.Presence;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class OwnershipTest {
    private static final Schema TEXT = Schema.scalar(Shape.TEXT);
    private static final Schema PORT = Schema.struct(
            "Port",
            Merge.GRANULAR,
            () -> List.of(
                    new Field("port", Schema.scalar(Shape.INTEGER), false, Presence.ALWAYS, null),
                    new Field("protocol", TEXT, false, Presence.IF_NOT_EMPTY, JsonValue.of("TCP")),
                    new Field("note", TEXT, false, Presence.IF_NOT_EMPTY, null)));
    private static final Schema SPEC = Schema.struct(
            "Spec",
            Merge.GRANULAR,
            () -> List.of(
                    new Field(
                            "ports", Schema.list(PORT, Merge.keyed("port", "protocol")), false, Presence.OR_NULL, null),
                    new Field("tags", Schema.list(TEXT, Merge.set()), false, Presence.IF_NOT_EMPTY, null),
                    new Field("whole", Schema.map(TEXT, Merge.ATOMIC), false, Presence.IF_NOT_EMPTY, null),
                    new Field("text", TEXT, false, Presence.ALWAYS, null),
                    new Field("any", Schema.scalar(Shape.ANY), false, Presence.IF_SET, null)));
    private static final Schema SCHEMA = Schema.struct(
            "Thing",
            Merge.GRANULAR,
            () -> List.of(
                    new Field("metadata", Schema.map(TEXT, Merge.GRANULAR), false, Presence.ALWAYS, null),
                    new Field("spec", SPEC, false, Presence.ALWAYS, null)));

    /// Objects of one outline are answered from memory: it must be what a comparison with nothing finds.
    @Test
    void ownsInANewObjectWhatDiffersFromTheEmptyOne() {
        FieldOwner writer = new FieldOwner("me", Operation.UPDATE, "v1", "", "2026-01-01T00:00:00Z", FieldSet.EMPTY);
        KnownFields known = new KnownFields();
        JsonObject empty = new JsonObject();
        Canonical.apply(empty, SCHEMA);
        for (int seed = 0; seed < 20_000; seed++) {
            JsonObject object = object(new Random(seed));
            JsonObject canonical = object.copy();
            Canonical.apply(canonical, SCHEMA);
            List<FieldOwner> compared = Ownership.update(List.of(), writer, empty, canonical, SCHEMA);
            assertThat(Ownership.create(writer, object, SCHEMA, known))
                    .as("seed %d", seed)
                    .isEqualTo(compared);
        }
    }

    private static JsonObject object(Random random) {
        JsonObject metadata = new JsonObject();
        some(random, metadata, "app", text(random));
        JsonObject spec = new JsonObject();
        some(random, spec, "text", text(random));
        some(random, spec, "ports", list(random, OwnershipTest::port));
        some(random, spec, "tags", list(random, OwnershipTest::text));
        some(random, spec, "whole", random.nextBoolean() ? new JsonObject() : new JsonObject().put("a", "b"));
        some(
                random,
                spec,
                "any",
                random.nextBoolean() ? anything(random) : new JsonObject().put("in", anything(random)));
        JsonObject object = new JsonObject();
        some(random, object, "metadata", metadata);
        some(random, object, "spec", spec);
        return object;
    }

    private static JsonValue port(Random random) {
        JsonObject port = new JsonObject();
        some(random, port, "port", JsonValue.of(random.nextInt(2)));
        some(random, port, "protocol", JsonValue.of(random.nextBoolean() ? "TCP" : "UDP"));
        some(random, port, "note", text(random));
        return port;
    }

    private static JsonValue text(Random random) {
        return JsonValue.of(List.of("", "a", "b").get(random.nextInt(3)));
    }

    private static JsonValue anything(Random random) {
        return List.of(JsonValue.of(0), JsonValue.of(1), JsonValue.of(""), JsonValue.JsonNull.NULL, new JsonArray())
                .get(random.nextInt(5));
    }

    private static JsonArray list(Random random, Function<Random, JsonValue> element) {
        JsonArray list = new JsonArray();
        for (int i = random.nextInt(3); i > 0; i--) {
            list.add(element.apply(random));
        }
        return list;
    }

    private static void some(Random random, JsonObject into, String name, JsonValue value) {
        if (random.nextInt(4) > 0) {
            into.put(name, value);
        }
    }
}
