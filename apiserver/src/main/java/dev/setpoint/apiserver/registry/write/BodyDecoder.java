package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.registry.catalog.KnownKinds;
import dev.setpoint.apiserver.registry.write.WriteParameters.FieldValidation;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.schema.Cast;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.WrongTypeException;
import dev.setpoint.machinery.yaml.MalformedYamlException;
import dev.setpoint.machinery.yaml.YamlReader;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// From what came over the wire to a tree of the kind that the URL asks for.
public final class BodyDecoder {
    static final String JSON = "application/json";
    static final String YAML = "application/yaml";
    static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final int SHOWN_BYTES = 30;

    private final ProtobufBodies protobuf;
    private final KnownKinds kinds;

    public BodyDecoder(ProtobufBodies protobuf, KnownKinds kinds) {
        this.protobuf = protobuf;
        this.kinds = kinds;
    }

    /// @param warnings what field validation has to say under Warn
    public record Decoded(JsonObject object, List<String> warnings) {}

    public Decoded decode(CallBody body, GroupVersionKind expected, Schema schema, FieldValidation validation) {
        Raw raw = parse(body, expected);
        if (schema.tolerant()) {
            raw = new Raw(raw.object().copy(), raw.duplicates()); // It may be decoded again.
            CustomKind.check(raw.object(), expected);
        } else {
            checkKind(raw.object(), expected);
        }
        raw.object().remove("kind");
        raw.object().remove("apiVersion");
        List<String> problems = new ArrayList<>(0);
        raw.duplicates().forEach(path -> problems.add("duplicate field \"" + path + "\""));
        try {
            problems.addAll(cast(raw.object(), schema));
        } catch (WrongTypeException e) {
            throw cannotHandle(expected, Objects.requireNonNull(e.getMessage()));
        }
        return new Decoded(raw.object(), judge(problems, expected, validation));
    }

    /// Options that come as a body. Any version is taken: they are the same in all.
    JsonObject decodeOptions(CallBody body, GroupVersionKind kind) {
        JsonObject options = parse(body, kind).object().copy(); // It may be decoded again.
        String given = options.textOr("kind", kind.kind());
        if (!given.equals(kind.kind())) {
            throw new ApiException(new ApiError.BadRequest("decoded object cannot be converted to " + kind.kind()));
        }
        try {
            Cast.cast(options, BuiltInSchemas.of(kind), new ArrayList<>());
        } catch (WrongTypeException e) {
            throw cannotHandle(kind, Objects.requireNonNull(e.getMessage()));
        }
        return options;
    }

    /// Checks types and drops what the schema does not know, which is returned as problems.
    ///
    /// @throws WrongTypeException when a value cannot stand where it stands
    static List<String> cast(JsonObject object, Schema schema) {
        List<String> unknown = new ArrayList<>(0);
        Cast.canonical(object, schema, unknown);
        unknown.replaceAll(path -> "unknown field \"" + path + "\"");
        return unknown;
    }

    /// What a validation level makes of problems: an error, warnings, or nothing.
    static List<String> judge(List<String> problems, GroupVersionKind kind, FieldValidation validation) {
        return switch (validation) {
            case IGNORE -> List.of();
            case WARN -> problems;
            case STRICT -> {
                if (!problems.isEmpty()) {
                    throw cannotHandle(kind, "strict decoding error: " + String.join(", ", problems));
                }
                yield List.of();
            }
        };
    }

    private record Raw(JsonObject object, List<String> duplicates) {}

    private Raw parse(CallBody body, GroupVersionKind expected) {
        return switch (body) {
            case CallBody.None _ -> throw unrecognized(expected, "unexpected end of JSON input", new byte[0]);
            case CallBody.Tree(var _, JsonObject object) -> new Raw(object, List.of());
            case CallBody.Tree(var _, JsonValue other) ->
                throw unrecognized(expected, notAnObject(other), JsonWriter.bytes(other));
            case CallBody.Bytes(var mediaType, byte[] bytes) ->
                switch (mediaType) {
                    case "", JSON -> parseJson(bytes, expected);
                    case YAML -> parseYaml(bytes, expected);
                    case PROTOBUF -> new Raw(protobuf.decode(bytes, expected), List.of());
                    default -> throw unsupported(List.of(JSON, YAML, PROTOBUF));
                };
        };
    }

    private static Raw parseJson(byte[] bytes, GroupVersionKind expected) {
        try {
            JsonReader.Parsed parsed = JsonReader.parse(bytes);
            if (parsed.value() instanceof JsonObject object) {
                return new Raw(object, parsed.duplicates());
            }
            throw unrecognized(expected, notAnObject(parsed.value()), bytes);
        } catch (MalformedJsonException e) {
            throw unrecognized(expected, Objects.requireNonNull(e.getMessage()), bytes);
        }
    }

    private static Raw parseYaml(byte[] bytes, GroupVersionKind expected) {
        try {
            if (YamlReader.value(bytes) instanceof JsonObject object) {
                return new Raw(object, List.of());
            }
            throw unrecognized(expected, "a YAML mapping is expected", bytes);
        } catch (MalformedYamlException e) {
            throw new ApiException(new ApiError.BadRequest("the object provided is unrecognized (must be of type "
                    + expected.kind() + "): " + Objects.requireNonNull(e.getMessage()) + " (" + shown(bytes) + ")"));
        }
    }

    private void checkKind(JsonObject object, GroupVersionKind expected) {
        String kind = object.textOr("kind", "");
        String apiVersion = object.textOr("apiVersion", "");
        GroupVersionKind given = GroupVersionKind.of(
                apiVersion.isEmpty() ? expected.groupVersion().toString() : apiVersion,
                kind.isEmpty() ? expected.kind() : kind);
        if (given.equals(expected)) {
            return;
        }
        if (!kinds.knows(given)) {
            GroupVersion version = given.groupVersion();
            throw new ApiException(new ApiError.BadRequest(given.kind() + " in version \"" + expected.version()
                    + "\" cannot be handled as a " + expected.kind() + ": no kind \"" + given.kind()
                    + "\" is registered for version \"" + version
                    + "\" in scheme \"pkg/api/legacyscheme/scheme.go:30\""));
        }
        throw new ApiException(new ApiError.BadRequest(given.kind() + " in version \"" + given.version()
                + "\" cannot be handled as a " + expected.kind() + ": converting (" + given.version() + "."
                + given.kind() + ") to (" + (expected.group().isEmpty() ? "core" : expected.group()) + "."
                + expected.kind() + "): unknown conversion"));
    }

    static ApiException cannotHandle(GroupVersionKind kind, String why) {
        return new ApiException(new ApiError.BadRequest(kind.kind() + " in version \"" + kind.version()
                + "\" cannot be handled as a " + kind.kind() + ": " + why));
    }

    static ApiException unsupported(List<String> accepted) {
        return new ApiException(new ApiError.UnsupportedMediaType(accepted.stream()
                .collect(Collectors.joining(
                        ", ",
                        "the body of the request was in an unknown format - accepted media types include: ",
                        ""))));
    }

    private static ApiException unrecognized(GroupVersionKind expected, String why, byte[] bytes) {
        return new ApiException(new ApiError.BadRequest("the object provided is unrecognized (must be of type "
                + expected.kind() + "): couldn't get version/kind; json parse error: " + why + " (" + shown(bytes)
                + ")"));
    }

    private static String notAnObject(JsonValue value) {
        String word = switch (value) {
            case JsonObject _ -> "object";
            case JsonArray _ -> "array";
            case JsonValue.JsonString _ -> "string";
            case JsonValue.JsonInteger _, JsonValue.JsonDecimal _ -> "number";
            case JsonValue.JsonBoolean _ -> "bool";
            case JsonValue.JsonNull _ -> "null";
        };
        return "json: cannot unmarshal " + word + " into Go value of type struct { APIVersion string "
                + "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }";
    }

    /// The beginning of a body as error messages quote it: text when it looks like JSON, else hexadecimal.
    private static String shown(byte[] bytes) {
        if (bytes.length == 0) {
            return "<empty>";
        }
        boolean cut = bytes.length > SHOWN_BYTES;
        int length = Math.min(bytes.length, SHOWN_BYTES);
        String beginning = bytes[0] == '{'
                ? new String(bytes, 0, length, StandardCharsets.UTF_8)
                : HexFormat.of().formatHex(bytes, 0, length);
        return cut ? beginning + " ..." : beginning;
    }
}
