package dev.setpoint.machinery.protobuf;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.protobuf.MessageTable.Layout;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import java.util.function.Function;

/// Encodes objects as `application/vnd.kubernetes.protobuf`: the way back from [ProtobufDecoder].
public final class ProtobufEncoder {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    private static final int TYPE_META = 1;
    private static final int RAW = 2;
    private static final int API_VERSION = 1;
    private static final int KIND = 2;

    private final MessageTable table;
    private final Function<GroupVersionKind, String> typeNames;

    /// @param typeNames under which name the table has the message of a kind
    public ProtobufEncoder(MessageTable table, Function<GroupVersionKind, String> typeNames) {
        this.table = table;
        this.typeNames = typeNames;
    }

    /// @param object with its kind and version
    /// @return empty when its kind has no message, as no custom resource has
    public Optional<byte[]> encode(JsonObject object) {
        String apiVersion = object.textOr("apiVersion", "");
        String kind = object.textOr("kind", "");
        Layout layout = table.find(typeNames.apply(GroupVersionKind.of(apiVersion, kind)));
        if (layout == null) {
            return Optional.empty();
        }
        WireWriter type = new WireWriter().field(API_VERSION, apiVersion).field(KIND, kind);
        WireWriter envelope = new WireWriter()
                .field(TYPE_META, type.bytes())
                .field(RAW, new MessageWriter(table).struct(object, layout));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(MAGIC);
        out.writeBytes(envelope.bytes());
        return Optional.of(out.toByteArray());
    }

    /// An event of a watch, for which the object is encoded already. Its length goes before it, in four bytes.
    public static byte[] event(String type, byte[] object) {
        byte[] event = new WireWriter()
                .field(1, type)
                .field(2, new WireWriter().field(1, object).bytes())
                .bytes();
        ByteArrayOutputStream out = new ByteArrayOutputStream(event.length + Integer.BYTES);
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.write(event.length >>> shift);
        }
        out.writeBytes(event);
        return out.toByteArray();
    }
}
