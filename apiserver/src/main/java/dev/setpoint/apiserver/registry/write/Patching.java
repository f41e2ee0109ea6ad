package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.registry.write.WriteParameters.FieldValidation;
import dev.setpoint.client.PatchType;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.patch.JsonPatch;
import dev.setpoint.machinery.patch.MergePatch;
import dev.setpoint.machinery.patch.Patch;
import dev.setpoint.machinery.patch.StrategicMergePatch;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.WrongTypeException;
import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// A patch as a function from the object as it is to the object as it shall be. Applied anew for every try.
public final class Patching implements UnaryOperator<JsonObject> {
    private final GroupVersionKind kind;
    private final Schema schema;
    private final FieldValidation validation;
    private final Patch patch;
    private List<String> warnings = List.of();

    private Patching(GroupVersionKind kind, Schema schema, FieldValidation validation, Patch patch) {
        this.kind = kind;
        this.schema = schema;
        this.validation = validation;
        this.patch = patch;
    }

    public static Patching of(Call call, GroupVersionKind kind, Schema schema, FieldValidation validation) {
        boolean strategic = mediaType(call.body()).equals(PatchType.STRATEGIC.mediaType());
        if (strategic && schema.tolerant()) {
            throw BodyDecoder.unsupported(
                    List.of(PatchType.JSON.mediaType(), PatchType.MERGE.mediaType(), PatchType.APPLY.mediaType()));
        }
        return new Patching(kind, schema, validation, decode(call.body(), schema));
    }

    public static String mediaType(CallBody body) {
        return switch (body) {
            case CallBody.None _ -> "";
            case CallBody.Bytes(var mediaType, var _) -> mediaType;
            case CallBody.Tree(var mediaType, var _) -> mediaType;
        };
    }

    static byte[] bytes(CallBody body) {
        return switch (body) {
            case CallBody.None _ -> new byte[0];
            case CallBody.Bytes(var _, byte[] bytes) -> bytes;
            case CallBody.Tree(var _, var json) -> JsonWriter.bytes(json);
        };
    }

    @Override
    public JsonObject apply(JsonObject current) {
        current.put("kind", kind.kind());
        current.put("apiVersion", kind.groupVersion().toString());
        JsonObject patched = patch.apply(current);
        patched.remove("kind");
        patched.remove("apiVersion");
        List<String> problems = new ArrayList<>(patch.strictErrors());
        try {
            problems.addAll(BodyDecoder.cast(patched, schema));
        } catch (WrongTypeException e) {
            throw mistyped(e);
        }
        warnings = BodyDecoder.judge(problems, kind, validation);
        return patched;
    }

    /// What field validation had to say of the last application.
    public List<String> warnings() {
        return warnings;
    }

    private ApiException mistyped(WrongTypeException e) {
        if (!(patch instanceof StrategicMergePatch)) {
            return new ApiException(new ApiError.Rejected());
        }
        return new ApiException(new ApiError.Invalid(
                new GroupVersionKind("", "", ""),
                "",
                List.of(FieldError.invalid("patch", Quoted.of(patch.toString()), e.restoring()))));
    }

    private static Patch decode(CallBody body, Schema schema) {
        String mediaType = mediaType(body);
        if (mediaType.equals(PatchType.JSON.mediaType())) {
            return JsonPatch.decode(bytes(body));
        }
        if (mediaType.equals(PatchType.MERGE.mediaType())) {
            return body instanceof CallBody.Tree(var _, var json)
                    ? MergePatch.of(new JsonReader.Parsed(json, List.of()))
                    : MergePatch.decode(bytes(body));
        }
        if (mediaType.equals(PatchType.STRATEGIC.mediaType())) {
            return body instanceof CallBody.Tree(var _, var json)
                    ? StrategicMergePatch.of(new JsonReader.Parsed(json, List.of()), schema)
                    : StrategicMergePatch.decode(bytes(body), schema);
        }
        throw new ApiException(new ApiError.UnsupportedPatchType());
    }
}
