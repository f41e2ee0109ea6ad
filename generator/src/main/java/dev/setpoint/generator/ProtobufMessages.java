package dev.setpoint.generator;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.setpoint.generator.ApiType.ApiField;
import dev.setpoint.machinery.protobuf.Coding;
import dev.setpoint.machinery.protobuf.Message;
import dev.setpoint.machinery.protobuf.Message.Arity;
import dev.setpoint.machinery.protobuf.Message.MessageField;
import dev.setpoint.machinery.protobuf.Message.WireType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reduces the descriptors to what a decoder to JSON needs: the JSON names of fields by number, and which messages
/// have a JSON form of their own.
final class ProtobufMessages {
    private static final Map<String, Coding> OWN_FORMS = Map.ofEntries(
            Map.entry("meta.v1.Time", Coding.TIME),
            Map.entry("meta.v1.MicroTime", Coding.MICRO_TIME),
            Map.entry("meta.v1.FieldsV1", Coding.JSON),
            Map.entry("meta.v1.Verbs", Coding.TEXTS),
            Map.entry("resource.Quantity", Coding.QUANTITY),
            Map.entry("intstr.IntOrString", Coding.INT_OR_STRING),
            Map.entry("runtime.RawExtension", Coding.JSON),
            Map.entry("apiextensions.v1.JSON", Coding.JSON),
            Map.entry("apiextensions.v1.JSONSchemaPropsOrArray", Coding.SCHEMA_OR_SCHEMAS),
            Map.entry("apiextensions.v1.JSONSchemaPropsOrBool", Coding.SCHEMA_OR_BOOLEAN),
            Map.entry("apiextensions.v1.JSONSchemaPropsOrStringArray", Coding.SCHEMA_OR_TEXTS),
            Map.entry("authentication.v1.ExtraValue", Coding.TEXTS),
            Map.entry("authorization.v1.ExtraValue", Coding.TEXTS),
            Map.entry("certificates.v1.ExtraValue", Coding.TEXTS));

    private final SortedMap<String, ApiType> types;
    private final SortedMap<String, Message> made = new TreeMap<>();

    private ProtobufMessages(SortedMap<String, ApiType> types) {
        this.types = types;
    }

    static SortedMap<String, Message> of(SortedMap<String, ApiType> types) {
        ProtobufMessages messages = new ProtobufMessages(types);
        types.values().forEach(messages::add);
        return messages.made;
    }

    private void add(ApiType type) {
        List<ApiField> fields =
                type.fields().stream().filter(field -> !field.path().isEmpty()).toList();
        made.put(type.name(), new Message(Coding.STRUCT, fields(fields, 0)));
    }

    /// The fields that are reached at a depth: those that end there, and the embedded structs that the others share.
    private List<MessageField> fields(List<ApiField> reached, int depth) {
        SortedMap<Integer, List<ApiField>> byNumber = new TreeMap<>();
        for (ApiField field : reached) {
            byNumber.computeIfAbsent(field.path().get(depth).getNumber(), _ -> new ArrayList<>())
                    .add(field);
        }
        List<MessageField> fields = new ArrayList<>();
        byNumber.forEach((number, group) -> {
            ApiField first = group.getFirst();
            if (first.path().size() > depth + 1) {
                fields.add(new MessageField.Embedded(number, fields(group, depth + 1)));
            } else {
                fields.add(plain(first.name(), first.path().get(depth)));
            }
        });
        return fields;
    }

    private MessageField plain(String name, FieldDescriptor wire) {
        Arity arity = wire.isMapField() ? Arity.MAP : wire.isRepeated() ? Arity.MANY : Arity.ONE;
        FieldDescriptor value = arity == Arity.MAP ? wire.getMessageType().findFieldByName("value") : wire;
        WireType type = wireType(value);
        String message = type == WireType.MESSAGE ? mention(value.getMessageType()) : "";
        return new MessageField.Plain(wire.getNumber(), name, arity, type, message);
    }

    private static WireType wireType(FieldDescriptor wire) {
        return switch (wire.getType()) {
            case STRING -> WireType.TEXT;
            case BYTES -> WireType.BYTES;
            case INT32, INT64 -> WireType.INTEGER;
            case BOOL -> WireType.BOOLEAN;
            case DOUBLE -> WireType.DOUBLE;
            case MESSAGE -> WireType.MESSAGE;
            default -> throw new ModelException(wire.getFullName() + " has the type " + wire.getType());
        };
    }

    /// The name of a message that a field holds, which is a type of the API or has a form of its own.
    private String mention(Descriptor message) {
        String name = Messages.typeName(message);
        Coding coding = OWN_FORMS.get(name);
        if (coding == null && !types.containsKey(name)) {
            throw new ModelException(name + " is neither a type nor has a form of its own");
        }
        if (coding != null && !made.containsKey(name)) {
            made.put(name, new Message(coding, List.of())); // Now, because it may contain itself.
            made.put(name, new Message(coding, ownFields(message, coding)));
        }
        return name;
    }

    /// Under the names by which the decoder asks for them.
    private List<MessageField> ownFields(Descriptor message, Coding coding) {
        List<MessageField> fields = new ArrayList<>();
        for (FieldDescriptor wire : message.getFields()) {
            MessageField field = plain(wire.getName(), wire);
            fields.add(
                    switch (coding) {
                        case JSON -> new MessageField.Plain(wire.getNumber(), "raw", Arity.ONE, WireType.JSON, "");
                        case SCHEMA_OR_SCHEMAS, SCHEMA_OR_TEXTS -> wire.isRepeated() ? plain("list", wire) : field;
                        default -> field;
                    });
        }
        return fields;
    }
}
