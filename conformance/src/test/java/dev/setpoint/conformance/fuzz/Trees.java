package dev.setpoint.conformance.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Changes documents in places that the random chooses.
final class Trees {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> WORDS = List.of(
            "",
            " ",
            "a",
            "-1",
            "true",
            "null",
            "../..",
            "A_b",
            "a.b.c",
            "x".repeat(64),
            "x".repeat(300),
            "\u0000",
            "\u202e\ud83d\ude00",
            "100m",
            "1e400",
            "0x10",
            "9223372036854775808",
            "2024-13-40T99:00:00Z",
            "$patch",
            "example.com/x",
            "é".repeat(130),
            "10.0.0.1",
            "::1",
            "%",
            "25%",
            "[]",
            "{}",
            "$(HOME)",
            "a\nb",
            "*",
            "$");
    private static final List<String> FIELDS = List.of(
            "$patch",
            "$retainKeys",
            "$setElementOrder/containers",
            "$deleteFromPrimitiveList/finalizers",
            "metadata",
            "spec",
            "status",
            "name",
            "namespace",
            "kind",
            "apiVersion",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields",
            "resourceVersion",
            "uid",
            "generateName",
            "deletionTimestamp",
            "",
            ".",
            "f:a",
            "data",
            "items",
            "selector",
            "template",
            "containers");

    private final RandomGenerator random;

    Trees(RandomGenerator random) {
        this.random = random;
    }

    String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    JsonNode mutated(JsonNode original) {
        JsonNode tree = original.deepCopy();
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            List<JsonNode> containers = new ArrayList<>();
            collect(tree, containers);
            if (containers.isEmpty()) {
                return value(2);
            }
            change(containers.get(random.nextInt(containers.size())));
        }
        return tree;
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainerNode()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private void change(JsonNode container) {
        if (container instanceof ObjectNode object) {
            List<String> names =
                    object.properties().stream().map(Map.Entry::getKey).toList();
            String name = names.isEmpty() || random.nextInt(5) == 0
                    ? FIELDS.get(random.nextInt(FIELDS.size()))
                    : names.get(random.nextInt(names.size()));
            if (random.nextInt(6) == 0) {
                object.remove(name);
            } else {
                object.set(name, value(2));
            }
        } else if (container instanceof ArrayNode array) {
            switch (random.nextInt(4)) {
                case 0 -> array.add(value(2));
                case 1 -> array.removeAll();
                case 2 -> {
                    if (!array.isEmpty()) {
                        array.add(array.get(random.nextInt(array.size())).deepCopy());
                    }
                }
                default -> {
                    if (!array.isEmpty()) {
                        array.set(random.nextInt(array.size()), value(2));
                    }
                }
            }
        }
    }

    JsonNode value(int depth) {
        return switch (random.nextInt(depth > 0 ? 12 : 9)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(random.nextInt());
            case 3 -> NODES.numberNode(random.nextLong());
            case 4 -> NODES.numberNode(BigInteger.TEN.pow(1 + random.nextInt(400)));
            case 5 -> NODES.numberNode(Double.longBitsToDouble(random.nextLong() & 0x7fdfffffffffffffL));
            case 6 -> NODES.numberNode(-1);
            case 7, 8 -> NODES.textNode(word());
            case 9 -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set(FIELDS.get(random.nextInt(FIELDS.size())), value(depth - 1));
                }
                yield object;
            }
            default -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(depth - 1));
                }
                yield array;
            }
        };
    }
}
