package dev.setpoint.generator;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import dev.setpoint.generator.ApiType.ApiField;
import dev.setpoint.generator.ApiType.Usage;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.custom.Quantity;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Finds every type that the given ones are made of, walking Java class and protobuf message side by side: the class
/// knows the JSON, the message knows which type a class without a group in its name stands for.
final class ApiWalk {
    private static final List<String> TYPE_META = List.of("kind", "apiVersion");
    /// What client-java-proto has ahead of the API that client-java-api was made from; ignored when it is sent.
    private static final List<String> AHEAD =
            List.of("autoscaling.v2.HorizontalPodAutoscalerCondition.observedgeneration");

    private final Messages messages;
    private final SortedMap<String, ApiType> found = new TreeMap<>();

    private ApiWalk(Messages messages) {
        this.messages = messages;
    }

    /// Every type reachable from these, by name.
    static SortedMap<String, ApiType> from(Collection<String> roots, Messages messages) {
        ApiWalk walk = new ApiWalk(messages);
        Deque<String> waiting = new ArrayDeque<>(roots);
        while (!waiting.isEmpty()) {
            String name = waiting.remove();
            if (!walk.found.containsKey(name)) {
                ApiType type = walk.type(name);
                walk.found.put(name, type);
                for (ApiField field : type.fields()) {
                    String struct = Usage.struct(field.usage());
                    if (struct != null) {
                        waiting.add(struct);
                    }
                }
            }
        }
        return walk.found;
    }

    private ApiType type(String name) {
        Descriptor message = messages.of(name);
        Class<?> model = JavaModels.find(name);
        if (model == null && message.getFields().isEmpty()) {
            return new ApiType(name, message, "", List.of()); // The classes have `Object` for empty structs.
        }
        if (model == null) {
            throw new ModelException("no Java class for " + name);
        }
        Map<String, String> descriptions = JavaModels.descriptions(model);
        Map<String, List<FieldDescriptor>> paths = paths(message, model);
        List<ApiField> fields = new ArrayList<>();
        for (Field field : JavaModels.fields(model)) {
            String jsonName = JavaModels.jsonName(field);
            List<FieldDescriptor> path = paths.remove(JavaModels.plain(jsonName));
            if (path == null && !TYPE_META.contains(jsonName)) {
                throw new ModelException(name + "." + jsonName + " is not in the protobuf message");
            }
            fields.add(new ApiField(
                    jsonName,
                    usage(field.getGenericType(), path == null ? null : path.getLast(), name + "." + jsonName),
                    JavaModels.required(field),
                    descriptions.getOrDefault(jsonName, ""),
                    path == null ? List.of() : path));
        }
        paths.keySet().removeIf(path -> AHEAD.contains(name + "." + path));
        if (!paths.isEmpty()) {
            throw new ModelException(name + " lacks " + paths.keySet() + " in the Java class");
        }
        return new ApiType(name, message, JavaModels.description(model), fields);
    }

    /// How each JSON field is reached on the wire. A message field that the class does not have is a struct that Go
    /// embeds: its fields count as the type's own.
    private static Map<String, List<FieldDescriptor>> paths(Descriptor message, Class<?> model) {
        List<String> known = JavaModels.fields(model).stream()
                .map(field -> JavaModels.plain(JavaModels.jsonName(field)))
                .toList();
        Map<String, List<FieldDescriptor>> paths = new LinkedHashMap<>();
        collect(message, List.of(), known, paths);
        return paths;
    }

    private static void collect(
            Descriptor message,
            List<FieldDescriptor> before,
            List<String> known,
            Map<String, List<FieldDescriptor>> paths) {
        for (FieldDescriptor field : message.getFields()) {
            List<FieldDescriptor> path = new ArrayList<>(before);
            path.add(field);
            String name = JavaModels.plain(field.getName());
            if (!known.contains(name) && field.getJavaType() == JavaType.MESSAGE && !field.isRepeated()) {
                collect(field.getMessageType(), path, known, paths);
            } else if (paths.put(name, path) != null) {
                throw new ModelException(message.getFullName() + "." + name + " is there twice");
            }
        }
    }

    private static Usage usage(Type type, @Nullable FieldDescriptor wire, String where) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new Usage.ListOf(usage(arguments[0], wire, where));
            }
            if (generic.getRawType() == Map.class && wire != null) {
                FieldDescriptor value = wire.getMessageType().findFieldByName("value");
                return new Usage.MapOf(usage(arguments[1], value, where));
            }
        }
        String named = wire != null && wire.getJavaType() == JavaType.MESSAGE && !wire.isMapField()
                ? Messages.typeName(wire.getMessageType())
                : "";
        boolean emptyStruct = type == Object.class
                && !named.isEmpty()
                && wire != null
                && wire.getMessageType().getFields().isEmpty();
        if (emptyStruct) {
            return new Usage.Struct(named);
        }
        if (type instanceof Class<?> plain) {
            Usage scalar = scalar(plain, named);
            if (scalar != null) {
                return scalar;
            }
            if (!named.isEmpty() && plain.equals(JavaModels.find(named))) {
                return new Usage.Struct(named);
            }
        }
        throw new ModelException(where + ": " + type + " and " + wire + " do not fit together");
    }

    private static @Nullable Usage scalar(Class<?> type, String named) {
        if (type == String.class) {
            return new Usage.Scalar("TEXT", "", "");
        } else if (type == Integer.class) {
            return new Usage.Scalar("INTEGER", "", "int32");
        } else if (type == Long.class) {
            return new Usage.Scalar("INTEGER", "", "int64");
        } else if (type == Double.class) {
            return new Usage.Scalar("DECIMAL", "", "double");
        } else if (type == Boolean.class) {
            return new Usage.Scalar("BOOLEAN", "", "");
        } else if (type == byte[].class) {
            return new Usage.Scalar("BYTES", "", "byte");
        } else if (type == OffsetDateTime.class) {
            return new Usage.Scalar(named.endsWith(".MicroTime") ? "MICRO_TIME" : "TIME", named, "date-time");
        } else if (type == Quantity.class) {
            return new Usage.Scalar("QUANTITY", named, "");
        } else if (type == IntOrString.class) {
            return new Usage.Scalar("INT_OR_STRING", named, "int-or-string");
        } else if (type == Object.class) {
            return new Usage.Scalar("ANY", named, "");
        }
        return null;
    }
}
