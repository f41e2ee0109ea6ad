package dev.setpoint.machinery.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Encodes a tree as compact JSON.
public final class JsonWriter {
    static final JsonFactory FACTORY = new JsonFactory();

    private JsonWriter() {}

    public static byte[] bytes(JsonValue value) {
        try (ByteArrayBuilder out = new ByteArrayBuilder(2048);
                JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(value, generator);
            generator.flush();
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory does not fail.
        }
    }

    public static String text(JsonValue value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    public static void write(JsonValue value, JsonGenerator out) throws IOException {
        switch (value) {
            case JsonObject object -> {
                out.writeStartObject();
                for (Map.Entry<String, JsonValue> field : object.entries()) {
                    out.writeFieldName(field.getKey());
                    write(field.getValue(), out);
                }
                out.writeEndObject();
            }
            case JsonArray array -> {
                out.writeStartArray();
                for (JsonValue element : array) {
                    write(element, out);
                }
                out.writeEndArray();
            }
            case JsonValue.JsonString(String text) -> out.writeString(text);
            case JsonValue.JsonInteger(long number) -> out.writeNumber(number);
            case JsonValue.JsonDecimal(double number) -> out.writeNumber(number);
            case JsonValue.JsonBoolean bool -> out.writeBoolean(bool.value());
            case JsonValue.JsonNull _ -> out.writeNull();
        }
    }
}
