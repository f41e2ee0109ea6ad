package dev.setpoint.machinery.yaml;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import dev.setpoint.machinery.json.JsonValue.JsonDecimal;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/// Encodes a tree as one YAML document in the API server's form: keys sorted, lists not indented, text unquoted where
/// it cannot be mistaken, several lines as a literal block.
public final class YamlWriter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setMaxSimpleKeyLength(1024)
            .setSplitLines(false)
            .build();

    private final Emitter emitter;

    private YamlWriter(Emitter emitter) {
        this.emitter = emitter;
    }

    public static String text(JsonValue value) {
        StringBuilder out = new StringBuilder();
        Emitter emitter = new Emitter(SETTINGS, new Sink(out));
        emitter.emit(new StreamStartEvent());
        emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
        new YamlWriter(emitter).write(value);
        emitter.emit(new DocumentEndEvent(false));
        emitter.emit(new StreamEndEvent());
        return out.toString();
    }

    private void write(JsonValue value) {
        switch (value) {
            case JsonObject object -> writeObject(object);
            case JsonArray array -> {
                FlowStyle style = array.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
                emitter.emit(new SequenceStartEvent(Optional.empty(), Optional.empty(), true, style));
                array.forEach(this::write);
                emitter.emit(new SequenceEndEvent());
            }
            case JsonString(String text) -> writeText(text);
            case JsonInteger number -> writeScalar(JsonWriter.text(number), ScalarStyle.PLAIN);
            case JsonDecimal number -> writeScalar(JsonWriter.text(number), ScalarStyle.PLAIN);
            case JsonBoolean bool -> writeScalar(Boolean.toString(bool.value()), ScalarStyle.PLAIN);
            case JsonNull _ -> writeScalar("null", ScalarStyle.PLAIN);
        }
    }

    private void writeObject(JsonObject object) {
        FlowStyle style = object.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
        emitter.emit(new MappingStartEvent(Optional.empty(), Optional.empty(), true, style));
        List<Map.Entry<String, JsonValue>> fields = new ArrayList<>(object.entries());
        fields.sort(Map.Entry.comparingByKey(KeyOrder.INSTANCE));
        for (Map.Entry<String, JsonValue> field : fields) {
            writeText(field.getKey());
            write(field.getValue());
        }
        emitter.emit(new MappingEndEvent());
    }

    private void writeText(String text) {
        if (text.indexOf('\n') >= 0) {
            writeScalar(text, ScalarStyle.LITERAL);
        } else if (YamlScalars.isPlainText(text)) {
            writeScalar(text, ScalarStyle.PLAIN); // The emitter falls back to quotes for `: `, `#` and the like.
        } else {
            writeScalar(text, ScalarStyle.DOUBLE_QUOTED);
        }
    }

    private void writeScalar(String text, ScalarStyle style) {
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.empty(), new ImplicitTuple(true, true), text, style));
    }

    private record Sink(StringBuilder out) implements StreamDataWriter {
        @Override
        public void write(String text) {
            out.append(text);
        }

        @Override
        public void write(String text, int offset, int length) {
            out.append(text, offset, offset + length);
        }
    }
}
