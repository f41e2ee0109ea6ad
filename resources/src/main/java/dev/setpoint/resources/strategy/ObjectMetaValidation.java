package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.ResourceType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What every object's metadata must obey, whatever its kind.
public final class ObjectMetaValidation {
    private static final int ANNOTATIONS_BYTES = 256 * 1024;
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final List<String> STANDARD_FINALIZERS = List.of("kubernetes", ORPHAN, FOREGROUND);
    private static final FieldPath METADATA = FieldPath.of("metadata");
    private static final FieldPath LABELS = METADATA.child("labels");
    private static final FieldPath ANNOTATIONS = METADATA.child("annotations");
    private static final FieldPath OWNERS = METADATA.child("ownerReferences");
    private static final FieldPath FINALIZERS = METADATA.child("finalizers");

    private ObjectMetaValidation() {}

    /// @param object a new object whose name, if it was to be generated, has been
    public static List<FieldError> onCreate(JsonObject object, ResourceType type, Traits traits) {
        FieldErrors errors = new FieldErrors();
        JsonObject metadata = object.child("metadata");
        names(metadata, traits.names(), errors);
        namespace(metadata, type.namespaced(), errors);
        labelsAndAnnotations(metadata, errors);
        owners(metadata, errors);
        finalizers(metadata, errors);
        if (traits.finalizers() == Traits.Finalizers.QUALIFIED) {
            qualifiedFinalizers(object, errors);
        }
        return errors.list();
    }

    /// The generic registry and then the kind's own rules look at the metadata of an update, and both tell what they
    /// find: clients see each mistake as often as Kubernetes lets them.
    public static List<FieldError> onUpdate(JsonObject object, JsonObject old) {
        FieldErrors errors = new FieldErrors();
        JsonObject metadata = object.child("metadata");
        JsonObject before = old.child("metadata");
        labelsAndAnnotations(metadata, errors);
        owners(metadata, errors);
        List<FieldError> common = List.copyOf(errors.list());
        finalizers(metadata, errors);
        List<FieldError> immutable = immutable(metadata, before);
        for (int i = 0; i < 2; i++) {
            errors.addAll(immutable);
            errors.addAll(common);
        }
        return errors.list();
    }

    /// Built-in kinds accept only finalizers with a domain, besides the few that Kubernetes itself knows.
    static void qualifiedFinalizers(JsonObject object, FieldErrors errors) {
        JsonArray finalizers = object.child("metadata").array("finalizers");
        if (finalizers == null) {
            return;
        }
        List<String> names = finalizers.texts();
        for (int i = 0; i < names.size(); i++) {
            qualifiedFinalizer(names.get(i), FINALIZERS.index(i), errors);
        }
    }

    public static void qualifiedFinalizer(String name, FieldPath path, FieldErrors errors) {
        if (name.indexOf('/') < 0 && !STANDARD_FINALIZERS.contains(name)) {
            errors.invalid(path, name, "name is neither a standard finalizer name nor is it fully qualified");
        }
    }

    private static void names(JsonObject metadata, NameRule rule, FieldErrors errors) {
        String prefix = metadata.textOr("generateName", "");
        if (!prefix.isEmpty()) {
            errors.invalid(METADATA.child("generateName"), prefix, rule.prefixMistakes(prefix));
        }
        String name = metadata.textOr("name", "");
        if (name.isEmpty()) {
            errors.required(METADATA.child("name"), "name or generateName is required");
        } else {
            errors.invalid(METADATA.child("name"), name, rule.mistakes(name));
        }
    }

    private static void namespace(JsonObject metadata, boolean namespaced, FieldErrors errors) {
        String namespace = metadata.textOr("namespace", "");
        FieldPath path = METADATA.child("namespace");
        if (!namespaced) {
            if (!namespace.isEmpty()) {
                errors.forbidden(path, "not allowed on this type");
            }
        } else if (namespace.isEmpty()) {
            errors.required(path, "");
        } else {
            errors.invalid(path, namespace, Formats.dns1123Label(namespace));
        }
    }

    private static void labelsAndAnnotations(JsonObject metadata, FieldErrors errors) {
        labels(metadata.object("labels"), LABELS, errors);
        annotations(metadata.object("annotations"), ANNOTATIONS, errors);
    }

    /// The labels of an object, of a pod template, or those that a selector wants.
    public static void labels(@Nullable JsonObject labels, FieldPath path, FieldErrors errors) {
        if (labels == null) {
            return;
        }
        for (Map.Entry<String, JsonValue> label : labels.entries()) {
            errors.invalid(path, label.getKey(), Formats.labelKey(label.getKey()));
            String value = text(label.getValue());
            errors.invalid(path, value, Formats.labelValue(value));
        }
    }

    public static void annotations(@Nullable JsonObject annotations, FieldPath path, FieldErrors errors) {
        if (annotations == null) {
            return;
        }
        long size = 0;
        for (Map.Entry<String, JsonValue> annotation : annotations.entries()) {
            String key = annotation.getKey();
            errors.invalid(path, key, Formats.labelKey(key.toLowerCase(Locale.ROOT)));
            size += Formats.bytes(key) + Formats.bytes(text(annotation.getValue()));
        }
        if (size > ANNOTATIONS_BYTES) {
            errors.tooLong(path, ANNOTATIONS_BYTES);
        }
    }

    private static void owners(JsonObject metadata, FieldErrors errors) {
        JsonArray owners = metadata.array("ownerReferences");
        if (owners == null) {
            return;
        }
        String controller = "";
        int position = 0;
        for (JsonObject owner : owners.objects()) {
            owner(owner, OWNERS.index(position++), errors);
            if (owner.booleanOr("controller", false)) {
                String name = owner.textOr("kind", "") + "/" + owner.textOr("name", "");
                if (controller.isEmpty()) {
                    controller = name;
                } else {
                    errors.invalidShown(
                            OWNERS,
                            shown(owners),
                            "Only one reference can have Controller set to true. Found \"true\" in references for "
                                    + controller + " and " + name);
                }
            }
        }
    }

    private static void owner(JsonObject owner, FieldPath path, FieldErrors errors) {
        String version = owner.textOr("apiVersion", "");
        if (version.isEmpty()) {
            errors.required(path.child("apiVersion"), "must not be empty");
        } else if (version.indexOf('/') != version.lastIndexOf('/') || version.endsWith("/")) {
            errors.invalid(path.child("apiVersion"), version, "must be <group>/<version> or <version>");
        }
        for (String field : List.of("kind", "name", "uid")) {
            if (owner.textOr(field, "").isEmpty()) {
                errors.required(path.child(field), "must not be empty");
            }
        }
        if (version.equals("v1") && owner.textOr("kind", "").equals("Event")) {
            errors.invalidShown(path, shown(owner), "/v1, Kind=Event is disallowed from being an owner");
        }
    }

    /// The references as Kubernetes shows them: required fields always, in the order of the type.
    private static String shown(JsonArray owners) {
        StringBuilder text = new StringBuilder("[");
        for (JsonObject owner : owners.objects()) {
            text.append(text.length() > 1 ? "," : "").append(shown(owner));
        }
        return text.append(']').toString();
    }

    private static String shown(JsonObject owner) {
        JsonObject ordered = new JsonObject();
        for (String field : List.of("apiVersion", "kind", "name", "uid")) {
            ordered.put(field, owner.textOr(field, ""));
        }
        for (String field : List.of("controller", "blockOwnerDeletion")) {
            JsonValue value = owner.get(field);
            if (value != null) {
                ordered.put(field, value);
            }
        }
        return ordered.toString();
    }

    private static void finalizers(JsonObject metadata, FieldErrors errors) {
        JsonArray finalizers = metadata.array("finalizers");
        if (finalizers == null) {
            return;
        }
        List<String> names = finalizers.texts();
        for (String name : names) {
            errors.invalid(FINALIZERS, name, Formats.labelKey(name));
        }
        if (names.contains(ORPHAN) && names.contains(FOREGROUND)) {
            errors.invalidShown(
                    FINALIZERS,
                    finalizers.toString(),
                    "finalizer " + ORPHAN + " and " + FOREGROUND + " cannot be both set");
        }
    }

    private static List<FieldError> immutable(JsonObject metadata, JsonObject before) {
        FieldErrors errors = new FieldErrors();
        if (before.has("deletionTimestamp")) {
            noNewFinalizers(metadata, before, errors);
        }
        for (String field : List.of("name", "namespace", "uid")) {
            if (!metadata.textOr(field, "").equals(before.textOr(field, ""))) {
                errors.invalid(METADATA.child(field), metadata.textOr(field, ""), "field is immutable");
            }
        }
        for (String field : List.of("creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds")) {
            JsonValue now = metadata.get(field);
            if (!Objects.equals(now, before.get(field))) {
                String shown = now == null ? "null" : JsonWriter.text(now);
                errors.invalidShown(METADATA.child(field), shown, "field is immutable");
            }
        }
        return errors.list();
    }

    private static void noNewFinalizers(JsonObject metadata, JsonObject before, FieldErrors errors) {
        JsonArray now = metadata.array("finalizers");
        if (now == null) {
            return;
        }
        TreeSet<String> added = new TreeSet<>(now.texts());
        JsonArray were = before.array("finalizers");
        if (were != null) {
            were.texts().forEach(added::remove);
        }
        if (!added.isEmpty()) {
            errors.forbidden(
                    FINALIZERS,
                    "no new finalizers can be added if the object is being deleted, found new finalizers []string"
                            + added.stream().map(Quoted::of).collect(Collectors.joining(", ", "{", "}")));
        }
    }

    private static String text(JsonValue value) {
        return value instanceof JsonString(String text) ? text : "";
    }
}
