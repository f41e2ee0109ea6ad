package dev.setpoint.resources.structural;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Cast;
import dev.setpoint.machinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random schemas, random objects: pruning and defaulting twice is doing it once, and what they leave is known.
class PruningPropertyTest {
    private static final int RUNS = 2000;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    @Test
    void prunesAndDefaultsOnceAndForAll() {
        for (long seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            Structural schema = Structural.of(object(random, 3).put("type", "object"));
            Schema shape = ObjectShape.of(schema);
            JsonObject once = value(random, 4) instanceof JsonObject object ? object : new JsonObject();
            process(once, schema, shape);
            JsonObject twice = once.copy();
            List<String> unknown = process(twice, schema, shape);
            assertThat(twice).as("seed %d, schema %s", seed, schema).isEqualTo(once);
            assertThat(unknown).as("seed %d, schema %s", seed, schema).isEmpty();
        }
    }

    private static List<String> process(JsonObject object, Structural schema, Schema shape) {
        List<String> unknown = new ArrayList<>();
        Cast.cast(object, shape, unknown);
        Defaulting.apply(object, schema);
        return unknown;
    }

    private static JsonObject object(Random random, int depth) {
        JsonObject properties = new JsonObject();
        for (String name : NAMES) {
            if (random.nextInt(3) > 0) {
                properties.put(name, schema(random, depth - 1));
            }
        }
        JsonObject object = new JsonObject().put("type", "object").put("properties", properties);
        if (random.nextInt(5) == 0) {
            object.put("x-kubernetes-preserve-unknown-fields", true);
        }
        return object;
    }

    private static JsonObject schema(Random random, int depth) {
        JsonObject schema = switch (random.nextInt(depth > 0 ? 6 : 3)) {
            case 0 -> new JsonObject().put("type", "string");
            case 1 -> new JsonObject().put("type", "integer").put("default", random.nextInt(9));
            case 2 -> new JsonObject().put("type", "boolean").put("nullable", true);
            case 3 -> new JsonObject().put("type", "array").put("items", schema(random, depth - 1));
            case 4 -> new JsonObject().put("type", "object").put("additionalProperties", schema(random, depth - 1));
            default -> object(random, depth);
        };
        if (random.nextInt(6) == 0) {
            schema.put("nullable", true);
        }
        return schema;
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 4)) {
            case 0 -> JsonValue.of("text");
            case 1 -> JsonValue.of(random.nextInt(9));
            case 2 -> JsonValue.of(true);
            case 3 -> JsonValue.JsonNull.NULL;
            case 4 -> {
                JsonArray array = new JsonArray();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> {
                JsonObject object = new JsonObject();
                for (String name : NAMES) {
                    if (random.nextBoolean()) {
                        object.put(name, value(random, depth - 1));
                    }
                }
                object.put("unknown", value(random, depth - 1));
                yield object;
            }
        };
    }
}
