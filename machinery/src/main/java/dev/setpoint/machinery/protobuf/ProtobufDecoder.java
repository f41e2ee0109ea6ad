package dev.setpoint.machinery.protobuf;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.protobuf.MessageTable.Layout;
import java.util.Arrays;
import java.util.function.Function;

/// Decodes bodies of the type `application/vnd.kubernetes.protobuf`: four bytes `k8s\0`, then an envelope that names
/// the kind and holds the object.
///
/// The tree holds all that was sent. Go sends every number and text that is no pointer, set or not: what of it means
/// nothing is for [dev.setpoint.machinery.schema.Canonical] to drop.
public final class ProtobufDecoder {
    private static final byte[] MAGIC = {'k', '8', 's', 0};
    // Fields of the envelope and of the type in it: all are texts, messages or bytes.
    private static final int TYPE_META = (1 << 3) | WireReader.LENGTH;
    private static final int RAW = (2 << 3) | WireReader.LENGTH;
    private static final int CONTENT_ENCODING = (3 << 3) | WireReader.LENGTH;
    private static final int CONTENT_TYPE = (4 << 3) | WireReader.LENGTH;
    private static final int API_VERSION = (1 << 3) | WireReader.LENGTH;
    private static final int KIND = (2 << 3) | WireReader.LENGTH;

    private final MessageTable table;
    private final Function<GroupVersionKind, String> typeNames;

    /// @param typeNames under which name the table has the message of a kind
    public ProtobufDecoder(MessageTable table, Function<GroupVersionKind, String> typeNames) {
        this.table = table;
        this.typeNames = typeNames;
    }

    /// @param expected the kind that the body is of if it does not say so itself
    public JsonObject decode(byte[] body, GroupVersionKind expected) {
        Envelope envelope = envelope(body);
        GroupVersionKind kind = GroupVersionKind.of(
                envelope.apiVersion().isEmpty() ? expected.groupVersion().toString() : envelope.apiVersion(),
                envelope.kind().isEmpty() ? expected.kind() : envelope.kind());
        Layout layout = table.find(typeNames.apply(kind));
        if (layout == null) {
            throw new MalformedProtobufException(
                    "no kind \"" + kind.kind() + "\" is registered for version \"" + kind.groupVersion() + "\"");
        }
        JsonObject object = new JsonObject()
                .put("kind", kind.kind())
                .put("apiVersion", kind.groupVersion().toString());
        new MessageReader(table).readInto(object, envelope.raw(), layout, 1);
        return object;
    }

    private record Envelope(String apiVersion, String kind, WireReader raw) {}

    private static Envelope envelope(byte[] body) {
        if (body.length < MAGIC.length || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new MalformedProtobufException(
                    "provided data does not appear to be a protobuf message, " + "expected prefix [107 56 115 0]");
        }
        String apiVersion = "";
        String kind = "";
        WireReader raw = new WireReader(body, body.length, body.length);
        WireReader in = new WireReader(body, MAGIC.length, body.length);
        while (in.hasNext()) {
            switch (in.tag()) {
                case TYPE_META -> {
                    WireReader typeMeta = in.part();
                    while (typeMeta.hasNext()) {
                        int tag = typeMeta.tag();
                        switch (tag) {
                            case API_VERSION -> apiVersion = typeMeta.text();
                            case KIND -> kind = typeMeta.text();
                            default -> typeMeta.skip(tag & 7);
                        }
                    }
                }
                case RAW -> raw = in.part();
                case CONTENT_ENCODING -> refuseEncoding(in.text());
                case CONTENT_TYPE -> in.text();
                default -> throw new MalformedProtobufException("the envelope has an unknown field");
            }
        }
        return new Envelope(apiVersion, kind, raw);
    }

    private static void refuseEncoding(String encoding) {
        if (!encoding.isEmpty()) {
            throw new MalformedProtobufException("content encoding \"" + encoding + "\" is not supported");
        }
    }
}
