package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Brings the answers of one conversation into the form in which recordings are kept.
final class Normaliser {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final Pattern AGE = Pattern.compile("(<invalid>|(\\d+[smhdy])+)( ago)?");
    private static final Pattern IPV4 = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");
    private static final Pattern NODE_PORT_IN_CELL = Pattern.compile(":3[0-2]\\d{3}/");
    private static final Pattern NUMBERED = Pattern.compile("<(uid|rv|suffix|hash)-\\d+>");

    private final Placeholders placeholders;

    /// What kind of metadata the fields of an object are: only that of a list carries the version of the moment.
    private enum Place {
        LIST,
        LIST_METADATA,
        OTHER
    }

    Normaliser(Placeholders placeholders) {
        this.placeholders = placeholders;
    }

    JsonNode body(JsonNode original, boolean withManagedFields) {
        JsonNode node = original.deepCopy();
        prepare(node, withManagedFields);
        placeholders.collect(node);
        return value(node, isList(node) ? Place.LIST : Place.OTHER);
    }

    /// A text by which elements of an unordered list can be sorted: no number depends on the order of the elements.
    String masked(JsonNode element) {
        JsonNode alone = new Normaliser(placeholders.fresh()).body(element, false);
        return NUMBERED.matcher(sorted(alone).toString()).replaceAll("<$1>");
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = NODES.objectNode();
            object.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(field -> result.set(field.getKey(), sorted(field.getValue())));
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = NODES.arrayNode();
            array.forEach(element -> result.add(sorted(element)));
            return result;
        }
        return node;
    }

    private static boolean isList(JsonNode node) {
        String kind = node.path("kind").asText();
        return node.isObject() && (node.has("items") || kind.endsWith("List") || kind.equals("Table"));
    }

    private static void prepare(JsonNode node, boolean withManagedFields) {
        if (node.path("metadata") instanceof ObjectNode metadata
                && metadata.path("managedFields") instanceof ArrayNode managers) {
            if (withManagedFields) {
                metadata.set("managedFields", NODES.arrayNode().addAll(sortedManagers(managers)));
            } else {
                metadata.remove("managedFields");
            }
        }
        if (node.path("kind").asText().equals("Table")) {
            node.path("rows").forEach(row -> prepareCells(row.path("cells"), node.path("columnDefinitions")));
        }
        node.forEach(child -> prepare(child, withManagedFields));
    }

    private static List<JsonNode> sortedManagers(ArrayNode managers) {
        List<JsonNode> sorted = new ArrayList<>();
        managers.forEach(sorted::add);
        Comparator<JsonNode> order =
                Comparator.comparing(manager -> manager.path("operation").asText());
        for (String field : List.of("manager", "subresource", "apiVersion")) {
            order = order.thenComparing(manager -> manager.path(field).asText());
        }
        sorted.sort(order);
        return sorted;
    }

    private static void prepareCells(JsonNode row, JsonNode columns) {
        if (!(row instanceof ArrayNode cells)) {
            return;
        }
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).isTextual()) {
                String cell = cells.get(i).textValue();
                boolean address = columns.path(i).path("name").asText().equals("Cluster-IP");
                if (AGE.matcher(cell).matches()) {
                    cells.set(i, "<age>");
                } else if (address && IPV4.matcher(cell).matches()) {
                    cells.set(i, "<ip>");
                } else {
                    cells.set(i, NODE_PORT_IN_CELL.matcher(cell).replaceAll(":<port>/"));
                }
            }
        }
    }

    private JsonNode value(JsonNode node, Place place) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = NODES.objectNode();
            object.properties().stream()
                    .sorted(Comparator.comparing(
                            field -> Placeholders.UUID.matcher(field.getKey()).replaceAll("")))
                    .forEach(field -> result.set(
                            placeholders.text(field.getKey()), field(field.getKey(), field.getValue(), place)));
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = NODES.arrayNode();
            array.forEach(element -> result.add(value(element, Place.OTHER)));
            return result;
        }
        return node.isTextual() ? TextNode.valueOf(placeholders.text(node.textValue())) : node;
    }

    private JsonNode field(String name, JsonNode value, Place place) {
        String text = value.isTextual() ? value.textValue() : "";
        Optional<String> placeholder = switch (name) {
            case "resourceVersion" -> revision(text, place);
            case "continue" -> when(!text.isEmpty(), "<continue>");
            case "token" -> when(!text.isEmpty(), "<token>");
            case "clusterIP" -> when(!text.isEmpty() && !text.equals("None"), "<ip>");
            case "caBundle", "ca.crt" -> when(value.isTextual(), "<pem>");
            case "nodePort", "healthCheckNodePort" ->
                when(value.longValue() > 0 && !placeholders.isLiteral(value.asText()), "<port>");
            default -> Optional.empty();
        };
        if (placeholder.isPresent()) {
            return TextNode.valueOf(placeholder.get());
        }
        return name.equals("clusterIPs") && value instanceof ArrayNode list
                ? addresses(list)
                : value(value, inner(name, value, place));
    }

    private Optional<String> revision(String text, Place place) {
        if (!DIGITS.matcher(text).matches() || text.equals("0")) {
            return Optional.empty();
        }
        return Optional.of(place == Place.LIST_METADATA ? "<listrv>" : placeholders.revision(text));
    }

    private static Optional<String> when(boolean applies, String placeholder) {
        return applies ? Optional.of(placeholder) : Optional.empty();
    }

    private static Place inner(String name, JsonNode value, Place place) {
        if (place == Place.LIST && name.equals("metadata")) {
            return Place.LIST_METADATA;
        }
        return name.equals("object") && isList(value) ? Place.LIST : Place.OTHER;
    }

    private static ArrayNode addresses(ArrayNode addresses) {
        ArrayNode result = NODES.arrayNode();
        addresses.forEach(address -> {
            boolean none = address.asText().isEmpty() || address.asText().equals("None");
            result.add(none ? address : TextNode.valueOf("<ip>"));
        });
        return result;
    }
}
