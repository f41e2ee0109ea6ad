package dev.setpoint.generator;

import com.google.gson.annotations.SerializedName;
import io.swagger.annotations.ApiModel;
import io.swagger.annotations.ApiModelProperty;
import jakarta.annotation.Nonnull;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The classes of client-java-api, by the short names of the types that they stand for.
final class JavaModels {
    private static final String PACKAGE = "io.kubernetes.client.openapi.models.";

    private JavaModels() {}

    /// `core.v1.EndpointPort` is `CoreV1EndpointPort`, because discovery.v1 has one too; `apps.v1.Deployment` is
    /// `V1Deployment`.
    static @Nullable Class<?> find(String typeName) {
        String[] parts = typeName.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        String plain = capital(parts[1]) + parts[2];
        Class<?> qualified = load(capital(parts[0]) + plain);
        return qualified != null ? qualified : load(plain);
    }

    /// The fields that appear in JSON, in the order of their names.
    static List<Field> fields(Class<?> model) {
        return Arrays.stream(model.getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(SerializedName.class))
                .toList();
    }

    static String jsonName(Field field) {
        return field.getAnnotation(SerializedName.class).value();
    }

    static boolean required(Field field) {
        return field.isAnnotationPresent(Nonnull.class);
    }

    static String description(Class<?> model) {
        ApiModel annotation = model.getAnnotation(ApiModel.class);
        return annotation == null ? "" : annotation.description();
    }

    /// Descriptions are on the getters, in the order of the fields and under names that may differ from theirs.
    static Map<String, String> descriptions(Class<?> model) {
        Map<String, Method> getters = Arrays.stream(model.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(ApiModelProperty.class))
                .collect(Collectors.toMap(method -> plain(method.getName().substring(3)), Function.identity()));
        return fields(model).stream().collect(Collectors.toMap(JavaModels::jsonName, field -> {
            Method getter = getters.get(plain(field.getName()));
            if (getter == null) {
                throw new ModelException(model.getSimpleName() + "." + field.getName() + " has no getter");
            }
            return getter.getAnnotation(ApiModelProperty.class).value();
        }));
    }

    /// Names are compared without case and signs: `$ref` is `ref` in protobuf, `x-kubernetes-list-type` is
    /// `xKubernetesListType`.
    static String plain(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    private static @Nullable Class<?> load(String name) {
        try {
            return Class.forName(PACKAGE + name);
        } catch (ClassNotFoundException e) {
            return null; // The caller asks for names that may not exist.
        }
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
