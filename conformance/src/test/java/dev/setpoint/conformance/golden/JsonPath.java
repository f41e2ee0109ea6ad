package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A path into a JSON document: `spec.ports[0].name`, `metadata.labels["a.b/c"]`, `items[*].metadata.name`,
/// `status.conditions[type=Ready].status`.
record JsonPath(List<Token> tokens) {
    /// One step of a path.
    sealed interface Token {
        record Key(String name) implements Token {}

        record Index(int number) implements Token {}

        record All() implements Token {}

        /// The elements of a list in which the value at a path has this text.
        record Where(JsonPath path, String text) implements Token {}
    }

    static JsonPath parse(String text) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '.') {
                at++;
            } else if (text.startsWith("[\"", at)) {
                int end = text.indexOf("\"]", at + 2);
                tokens.add(new Token.Key(text.substring(at + 2, end)));
                at = end + 2;
            } else if (c == '[') {
                int end = closing(text, at);
                tokens.add(bracket(text.substring(at + 1, end)));
                at = end + 1;
            } else {
                int end = at;
                while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
                    end++;
                }
                tokens.add(new Token.Key(text.substring(at, end)));
                at = end;
            }
        }
        return new JsonPath(tokens);
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            depth += text.charAt(i) == '[' ? 1 : text.charAt(i) == ']' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException(text + " (expected: a closing bracket)");
    }

    private static Token bracket(String inner) {
        if (inner.equals("*")) {
            return new Token.All();
        }
        int equals = inner.lastIndexOf('=');
        return equals < 0
                ? new Token.Index(Integer.parseInt(inner))
                : new Token.Where(parse(inner.substring(0, equals)), inner.substring(equals + 1));
    }

    /// Whether the path may lead to several places.
    boolean isPlural() {
        return tokens.stream().anyMatch(Token.All.class::isInstance);
    }

    List<JsonNode> values(JsonNode root) {
        List<JsonNode> found = List.of(root);
        for (Token token : tokens) {
            found = found.stream().flatMap(node -> step(node, token).stream()).toList();
        }
        return found;
    }

    Optional<JsonNode> first(JsonNode root) {
        return values(root).stream().findFirst();
    }

    static Optional<JsonNode> first(JsonNode root, String path) {
        return parse(path).first(root);
    }

    private static List<JsonNode> step(JsonNode node, Token token) {
        return switch (token) {
            case Token.Key(String name) -> node.isObject() && node.has(name) ? List.of(node.get(name)) : List.of();
            case Token.Index(int number) -> element(node, number);
            case Token.All() -> {
                List<JsonNode> all = new ArrayList<>();
                node.forEach(all::add);
                yield all;
            }
            case Token.Where where -> {
                List<JsonNode> matching = new ArrayList<>();
                if (node.isArray()) {
                    node.forEach(element -> {
                        if (matches(element, where)) {
                            matching.add(element);
                        }
                    });
                }
                yield matching;
            }
        };
    }

    private static List<JsonNode> element(JsonNode node, int number) {
        int index = number < 0 ? number + node.size() : number;
        return node.isArray() && node.has(index) ? List.of(node.get(index)) : List.of();
    }

    private static boolean matches(JsonNode element, Token.Where where) {
        return where.path()
                .first(element)
                .filter(node -> !node.isNull())
                .map(node -> node.isTextual() ? node.textValue() : node.toString())
                .filter(where.text()::equals)
                .isPresent();
    }

    /// Takes out of a document whatever the path leads to.
    void removeFrom(JsonNode root) {
        if (tokens.isEmpty()) {
            return;
        }
        Token last = tokens.getLast();
        for (JsonNode parent : new JsonPath(tokens.subList(0, tokens.size() - 1)).values(root)) {
            switch (last) {
                case Token.Key(String name) when parent instanceof ObjectNode object -> object.remove(name);
                case Token.Index(int number) when parent instanceof ArrayNode array -> array.remove(number);
                case Token.All() when parent instanceof ArrayNode array -> array.removeAll();
                case Token.Where where
                when parent instanceof ArrayNode array -> array.removeIf(element -> matches(element, where));
                case Token.Key _, Token.Index _, Token.All _, Token.Where _ -> {
                    // The document has another shape there: nothing to remove.
                }
            }
        }
    }
}
