package dev.setpoint.machinery.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Decodes JSON into a tree. Nesting and number length are bounded; the caller bounds the size.
///
/// The last of duplicate fields wins, as in Kubernetes; their paths are collected for field validation.
public final class JsonReader {
    private static final int MAX_DEPTH = 500;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(1000)
                    .maxStringLength(16 * 1024 * 1024)
                    .build())
            .build();

    private JsonReader() {}

    /// @param duplicates paths of fields that occur twice in one object, as `spec.replicas` or `spec.ports[0].name`
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
        try (JsonParser parser = FACTORY.createParser(json)) {
            List<String> duplicates = new ArrayList<>(0);
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new MalformedJsonException("unexpected end of JSON input");
            }
            JsonValue value = read(parser, first, "", duplicates);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException("unexpected data after the top-level value");
            }
            return new Parsed(value, duplicates);
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonValue read(JsonParser parser, JsonToken token, String path, List<String> duplicates)
            throws IOException {
        return switch (token) {
            case START_OBJECT -> readObject(parser, path, duplicates);
            case START_ARRAY -> readArray(parser, path, duplicates);
            case VALUE_STRING -> new JsonValue.JsonString(parser.getText());
            case VALUE_NUMBER_INT ->
                switch (parser.getNumberType()) {
                    case INT, LONG -> new JsonValue.JsonInteger(parser.getLongValue());
                    default -> new JsonValue.JsonDecimal(parser.getDoubleValue());
                };
            case VALUE_NUMBER_FLOAT -> new JsonValue.JsonDecimal(parser.getDoubleValue());
            case VALUE_TRUE -> JsonValue.JsonBoolean.TRUE;
            case VALUE_FALSE -> JsonValue.JsonBoolean.FALSE;
            case VALUE_NULL -> JsonValue.JsonNull.NULL;
            default -> throw new MalformedJsonException("unexpected " + token);
        };
    }

    private static JsonObject readObject(JsonParser parser, String path, List<String> duplicates) throws IOException {
        JsonObject object = new JsonObject();
        String name;
        while ((name = parser.nextFieldName()) != null) {
            String fieldPath = path.isEmpty() ? name : path + "." + name;
            if (object.has(name)) {
                duplicates.add(fieldPath);
            }
            object.put(name, read(parser, parser.nextToken(), fieldPath, duplicates));
        }
        return object;
    }

    private static JsonArray readArray(JsonParser parser, String path, List<String> duplicates) throws IOException {
        JsonArray array = new JsonArray();
        JsonToken token;
        while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
            array.add(read(parser, token, path + "[" + array.size() + "]", duplicates));
        }
        return array;
    }
}
