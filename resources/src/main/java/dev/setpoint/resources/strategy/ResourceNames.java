package dev.setpoint.resources.strategy;

import java.util.List;

/// The names of what pods consume and quotas count: `cpu`, `requests.memory`, `hugepages-2Mi`, `example.com/gpu`.
public final class ResourceNames {
    private static final String HUGE_PAGES = "hugepages-";
    private static final String REQUESTS = "requests.";
    private static final List<String> CONTAINER = List.of("cpu", "memory", "ephemeral-storage");
    private static final List<String> COUNTED = List.of(
            "pods",
            "resourcequotas",
            "services",
            "replicationcontrollers",
            "secrets",
            "configmaps",
            "persistentvolumeclaims",
            "services.nodeports",
            "services.loadbalancers");
    private static final List<String> MEASURED = List.of(
            "cpu",
            "memory",
            "ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.storage",
            "requests.ephemeral-storage",
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage");

    private ResourceNames() {}

    public static boolean isHugePages(String name) {
        return name.startsWith(HUGE_PAGES);
    }

    private static boolean isQuotaHugePages(String name) {
        return isHugePages(name) || name.startsWith(REQUESTS + HUGE_PAGES);
    }

    public static boolean isStandard(String name) {
        return name.equals("storage") || isQuota(name);
    }

    public static boolean isQuota(String name) {
        return MEASURED.contains(name) || COUNTED.contains(name) || isQuotaHugePages(name);
    }

    public static boolean isContainer(String name) {
        return CONTAINER.contains(name) || isHugePages(name);
    }

    /// Kubernetes' own, with its domain or without one.
    public static boolean isNative(String name) {
        return name.indexOf('/') < 0 || name.contains("kubernetes.io/");
    }

    /// Something that only a node knows how to give, in whole pieces.
    public static boolean isExtended(String name) {
        return !isNative(name)
                && !name.startsWith(REQUESTS)
                && Formats.labelKey(REQUESTS + name).isEmpty();
    }

    /// Whether more may be promised than there is: not of pieces and pages.
    public static boolean allowsOvercommit(String name) {
        return isNative(name) && !isHugePages(name);
    }

    public static boolean isWhole(String name) {
        return COUNTED.contains(name) || isExtended(name);
    }

    /// Whether the name is well formed, and standard if it has no domain.
    public static boolean check(String name, FieldPath path, FieldErrors errors) {
        List<String> mistakes = Formats.labelKey(name);
        errors.invalid(path, name, mistakes);
        if (mistakes.isEmpty() && name.indexOf('/') < 0 && !isStandard(name)) {
            errors.invalid(path, name, "must be a standard resource type or fully qualified");
            return false;
        }
        return mistakes.isEmpty();
    }

    public static void checkContainer(String name, FieldPath path, FieldErrors errors) {
        check(name, path, errors);
        if (name.indexOf('/') < 0) {
            if (!isContainer(name)) {
                errors.invalid(path, name, "must be a standard resource for containers");
            }
        } else if (!isNative(name) && !isExtended(name)) {
            errors.invalid(path, name, "doesn't follow extended resource name standard");
        }
    }
}
