package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings that one operating system has and the other has not.
final class SystemValidation {
    private static final List<String> LINUX_POD = List.of("hostUsers", "hostPID", "hostIPC", "shareProcessNamespace");
    private static final List<String> LINUX_POD_SECURITY = List.of(
            "appArmorProfile",
            "seLinuxOptions",
            "seccompProfile",
            "fsGroup",
            "fsGroupChangePolicy",
            "sysctls",
            "runAsUser",
            "runAsGroup",
            "supplementalGroups",
            "supplementalGroupsPolicy",
            "seLinuxChangePolicy");
    private static final List<String> LINUX_CONTAINER_SECURITY = List.of(
            "appArmorProfile",
            "seLinuxOptions",
            "seccompProfile",
            "capabilities",
            "readOnlyRootFilesystem",
            "privileged",
            "allowPrivilegeEscalation",
            "procMount",
            "runAsUser",
            "runAsGroup");
    private static final List<String> WINDOWS = List.of("windowsOptions");

    private SystemValidation() {}

    static void check(String system, JsonObject spec, FieldPath path, FieldErrors errors) {
        boolean linux = system.equals("linux");
        String detail = linux ? "windows options cannot be set for a linux pod" : "cannot be set for a windows pod";
        absent(
                spec.object("securityContext"),
                linux ? WINDOWS : LINUX_POD_SECURITY,
                path.child("securityContext"),
                detail,
                errors);
        if (!linux) {
            for (String field : LINUX_POD) {
                boolean flag = field.equals("hostPID") || field.equals("hostIPC");
                if (flag ? spec.booleanOr(field, false) : spec.has(field)) {
                    errors.forbidden(path.child(field), detail);
                }
            }
        }
        for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
            Fields.each(
                    spec,
                    list,
                    path,
                    (container, at) -> absent(
                            container.object("securityContext"),
                            linux ? WINDOWS : LINUX_CONTAINER_SECURITY,
                            at.child("securityContext"),
                            detail,
                            errors));
        }
    }

    private static void absent(
            @Nullable JsonObject context, List<String> fields, FieldPath path, String detail, FieldErrors errors) {
        if (context != null) {
            for (String field : fields) {
                if (context.has(field)) {
                    errors.forbidden(path.child(field), detail);
                }
            }
        }
    }
}
