package dev.setpoint.machinery.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Decodes JSON into a tree. Nesting, numbers and names are bounded here; the caller bounds the size.
///
/// The last of duplicate fields wins, as in Kubernetes; their paths are collected for field validation. Also as there,
/// what is no valid Unicode inside a value becomes U+FFFD, so that every tree can be written again.
///
/// Plain JSON, which is nearly all there is, is read by [CompactReader]; a library reads all else, and knows what is
/// wrong with it.
public final class JsonReader {
    static final int MAX_DEPTH = 500;
    static final int MAX_NUMBER_LENGTH = 1_000;
    static final int MAX_STRING_LENGTH = 16 * 1024 * 1024;
    static final int MAX_DUPLICATES = 100;

    private static final int POOLED_BUFFERS = 64;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION) // UTF-8 and nothing else.
            .enable(JsonFactory.Feature.INTERN_FIELD_NAMES) // So that names are found by identity, see JsonObject.
            .recyclerPool(JsonRecyclerPools.newBoundedPool(POOLED_BUFFERS))
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxNameLength(MAX_STRING_LENGTH)
                    .maxStringLength(MAX_STRING_LENGTH)
                    .build())
            .build();

    private final JsonParser parser;
    private final boolean repairsText;
    private final List<String> duplicates = new ArrayList<>(0);

    private JsonReader(JsonParser parser, boolean repairsText) {
        this.parser = parser;
        this.repairsText = repairsText;
    }

    /// @param duplicates paths of fields that occur twice in one object, as `spec.replicas` or `spec.ports[0].name`;
    ///                   each once, at most [#MAX_DUPLICATES]
    public record Parsed(JsonValue value, List<String> duplicates) {}

    public static JsonValue value(byte[] json) {
        return parse(json).value();
    }

    public static JsonObject object(byte[] json) {
        if (value(json) instanceof JsonObject object) {
            return object;
        }
        throw new MalformedJsonException("expected a JSON object");
    }

    public static Parsed parse(byte[] json) {
        JsonObject plain = CompactReader.plain(json);
        return plain == null ? parseClosely(json) : new Parsed(plain, List.of());
    }

    static Parsed parseClosely(byte[] json) {
        try {
            return read(json, mayHoldSurrogates(json));
        } catch (JsonProcessingException e) {
            return repair(json, e);
        }
    }

    /// What the parser refused is no JSON, beyond a limit, or ill-encoded text, which is read with replacements.
    private static Parsed repair(byte[] json, JsonProcessingException refused) {
        String mistake = JsonSyntax.firstMistake(json, MAX_DEPTH);
        if (mistake != null) {
            throw new MalformedJsonException(mistake);
        }
        byte[] repaired = new String(json, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
        try {
            return read(repaired, true);
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(refused.getOriginalMessage());
        }
    }

    private static Parsed read(byte[] json, boolean repairsText) throws JsonProcessingException {
        try (JsonParser parser = FACTORY.createParser(json)) {
            JsonReader reader = new JsonReader(parser, repairsText);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new MalformedJsonException("unexpected end of JSON input");
            }
            JsonValue value = reader.value(first);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException(String.valueOf(JsonSyntax.firstMistake(json, MAX_DEPTH)));
            }
            return new Parsed(value, reader.duplicates);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory does not fail.
        }
    }

    private JsonValue value(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> new JsonValue.JsonString(repaired(parser.getText()));
            case VALUE_NUMBER_INT ->
                switch (parser.getNumberType()) {
                    case INT, LONG -> new JsonValue.JsonInteger(parser.getLongValue());
                    default -> decimal();
                };
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_TRUE -> JsonValue.JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonValue.JsonBoolean.FALSE;
            case VALUE_NULL -> JsonValue.JsonNull.NULL;
            default -> throw new MalformedJsonException("unexpected " + token);
        };
    }

    private JsonObject object() throws IOException {
        JsonObject object = new JsonObject();
        String name;
        while ((name = parser.nextFieldName()) != null) {
            JsonValue value = value(parser.nextToken());
            if (object.replace(repaired(name), value) != null) {
                noteDuplicate();
            }
        }
        return object;
    }

    private JsonArray array() throws IOException {
        JsonArray array = new JsonArray();
        JsonToken token;
        while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
            array.add(value(token));
        }
        return array;
    }

    private JsonValue decimal() throws IOException {
        double number = parser.getDoubleValue();
        if (Double.isInfinite(number)) {
            throw new MalformedJsonException(
                    "json: cannot unmarshal number " + parser.getText() + " into Go value of type float64");
        }
        return new JsonValue.JsonDecimal(number);
    }

    private void noteDuplicate() {
        if (duplicates.size() < MAX_DUPLICATES) {
            String path = path(parser.getParsingContext());
            if (!duplicates.contains(path)) {
                duplicates.add(path);
            }
        }
    }

    /// The parser knows where it is: nothing is kept for the rare case that somebody asks.
    private static String path(JsonStreamContext innermost) {
        StringBuilder path = new StringBuilder();
        for (@Nullable JsonStreamContext at = innermost; at != null && !at.inRoot(); at = at.getParent()) {
            String step = at.inArray() ? "[" + at.getCurrentIndex() + "]" : "." + at.getCurrentName();
            path.insert(0, step);
        }
        return path.isEmpty() || path.charAt(0) != '.' ? path.toString() : path.substring(1);
    }

    private String repaired(String text) {
        return repairsText ? withoutLoneSurrogates(text) : text;
    }

    private static String withoutLoneSurrogates(String text) {
        return text.codePoints()
                .map(character -> character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE
                        ? '\uFFFD'
                        : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// Whether a surrogate may be written as an escape (`\ud83d`) or, wrongly, as three bytes that begin with 0xED.
    private static boolean mayHoldSurrogates(byte[] json) {
        for (int i = 0; i < json.length; i++) {
            byte next = json[i];
            if (next == (byte) 0xED || (next == '\\' && isSurrogateEscape(json, i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSurrogateEscape(byte[] json, int at) {
        return at + 2 < json.length && json[at + 1] == 'u' && (json[at + 2] | 0x20) == 'd';
    }
}
