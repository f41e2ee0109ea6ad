package dev.setpoint.machinery.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Encodes a tree as compact JSON.
public final class JsonWriter {
    private static final int POOLED_BUFFERS = 64;
    private static final double LEAST_PLAIN = 1e-6;
    private static final double LEAST_EXPONENTIAL = 1e21;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.newBoundedPool(POOLED_BUFFERS))
            .build();

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
            case JsonValue.JsonDecimal(double number) -> out.writeNumber(decimal(number));
            case JsonValue.JsonBoolean bool -> out.writeBoolean(bool.value());
            case JsonValue.JsonNull _ -> out.writeNull();
        }
    }

    /// The shortest text that reads back as the same number, in Go's form, which knows no `1.0` and no `1.0E21`.
    static String decimal(double number) {
        if (number == 0) {
            return "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        double magnitude = Math.abs(number);
        if (magnitude >= LEAST_PLAIN && magnitude < LEAST_EXPONENTIAL) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        return (number < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + Math.abs(exponent);
    }
}
