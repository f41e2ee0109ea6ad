package dev.setpoint.junit;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/// Starts clusters when somebody needs them, fills in fields and parameters, and leaves closing to JUnit.
final class ControlPlaneExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(ControlPlaneExtension.class);

    /// By name, since the official client may not be there.
    private static final Map<String, Function<Cluster, Object>> GIFTS = gifts();

    private static Map<String, Function<Cluster, Object>> gifts() {
        Map<String, Function<Cluster, Object>> gifts = new LinkedHashMap<>();
        gifts.put(Cluster.class.getName(), cluster -> cluster);
        gifts.put(Clock.class.getName(), Cluster::clock);
        gifts.put(KubernetesClient.class.getName(), Cluster::client);
        gifts.put(Config.class.getName(), _ -> Cluster.config());
        gifts.put("io.kubernetes.client.openapi.ApiClient", cluster -> OfficialClient.of(cluster.kubeconfig()));
        return gifts;
    }

    /// A static field makes the cluster one for the class: whatever asks later finds it.
    @Override
    public void beforeAll(ExtensionContext context) {
        fill(context, context.getRequiredTestClass(), null);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            fill(context, instance.getClass(), instance);
        }
    }

    private static void fill(ExtensionContext context, Class<?> type, @Nullable Object instance) {
        for (Field field : ReflectionSupport.findFields(
                type,
                field -> Modifier.isStatic(field.getModifiers()) == (instance == null)
                        && !Modifier.isFinal(field.getModifiers())
                        && GIFTS.containsKey(field.getType().getName()),
                HierarchyTraversalMode.TOP_DOWN)) {
            try {
                field.setAccessible(true);
                field.set(instance, gift(context, field.getType()));
            } catch (IllegalAccessException e) {
                throw new ExtensionConfigurationException(field + " cannot be filled in", e);
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return GIFTS.containsKey(parameter.getParameter().getType().getName());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return gift(context, parameter.getParameter().getType());
    }

    private static Object gift(ExtensionContext context, Class<?> type) {
        Function<Cluster, Object> gift = GIFTS.get(type.getName());
        if (gift == null) {
            throw new IllegalArgumentException("type: " + type + " (expected: one of " + GIFTS.keySet() + ")");
        }
        return gift.apply(cluster(context));
    }

    /// The one of the class, if there is one, or the test's own. JUnit closes it with whomever it belongs to.
    private static Cluster cluster(ExtensionContext context) {
        return context.getStore(NAMESPACE).computeIfAbsent(Cluster.class, _ -> start(context), Cluster.class);
    }

    private static Cluster start(ExtensionContext context) {
        ControlPlane wanted = annotation(Optional.of(context))
                .orElseThrow(() -> new ExtensionConfigurationException("no @ControlPlane on " + context.getElement()));
        return wanted.start().isEmpty()
                ? Cluster.start(wanted.nodes())
                : Cluster.start(wanted.nodes(), Instant.parse(wanted.start()));
    }

    private static Optional<ControlPlane> annotation(Optional<ExtensionContext> from) {
        return from.flatMap(context -> AnnotationSupport.findAnnotation(context.getElement(), ControlPlane.class)
                .or(() -> annotation(context.getParent())));
    }
}
