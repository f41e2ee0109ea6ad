package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Shown;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// As whom and with which rights containers run.
final class SecurityValidation {
    private static final long MAX_ID = Integer.MAX_VALUE;
    private static final int MAX_SYSCTL_LENGTH = 253;
    private static final int MAX_PROFILE_LENGTH = 4095;
    private static final List<String> PROFILE_TYPES = List.of("Localhost", "RuntimeDefault", "Unconfined");
    private static final List<String> PROC_MOUNTS = List.of("Default", "Unmasked");
    private static final List<String> CONTAINER_FIELDS = List.of(
            "capabilities",
            "privileged",
            "seLinuxOptions",
            "windowsOptions",
            "runAsUser",
            "runAsGroup",
            "runAsNonRoot",
            "readOnlyRootFilesystem",
            "allowPrivilegeEscalation",
            "procMount",
            "seccompProfile",
            "appArmorProfile");
    private static final List<String> IPC_SYSCTLS = List.of("kernel.shm", "kernel.msg", "kernel.sem", "fs.mqueue.");

    private SecurityValidation() {}

    static void pod(JsonObject spec, FieldPath specPath, FieldErrors errors) {
        JsonObject context = spec.object("securityContext");
        if (context == null) {
            return;
        }
        FieldPath path = specPath.child("securityContext");
        for (String field : List.of("fsGroup", "runAsUser", "runAsGroup")) {
            Checks.inRange(context, field, 0, MAX_ID, path, errors);
        }
        supplementalGroups(context, path, errors);
        if (spec.booleanOr("shareProcessNamespace", false) && spec.booleanOr("hostPID", false)) {
            errors.invalid(
                    path.child("shareProcessNamespace"),
                    true,
                    "ShareProcessNamespace and HostPID cannot both be enabled");
        }
        sysctls(spec, context, path, errors);
        Checks.oneOf(context, "fsGroupChangePolicy", List.of("Always", "OnRootMismatch"), path, errors);
        seccomp(context.object("seccompProfile"), path.child("seccompProfile"), errors);
        appArmor(context.object("appArmorProfile"), path.child("appArmorProfile"), errors);
        Checks.oneOf(context, "supplementalGroupsPolicy", List.of("Merge", "Strict"), path, errors);
        Checks.oneOf(context, "seLinuxChangePolicy", List.of("MountOption", "Recursive"), path, errors);
    }

    private static void supplementalGroups(JsonObject context, FieldPath path, FieldErrors errors) {
        JsonArray groups = context.array("supplementalGroups");
        for (int i = 0; groups != null && i < groups.size(); i++) {
            if (groups.get(i) instanceof JsonInteger(long group) && (group < 0 || group > MAX_ID)) {
                errors.invalid(path.child("supplementalGroups").index(i), group, Checks.range(0, MAX_ID));
            }
        }
    }

    private static void sysctls(JsonObject spec, JsonObject context, FieldPath path, FieldErrors errors) {
        Set<String> names = new HashSet<>();
        Fields.each(context, "sysctls", path, (sysctl, at) -> {
            String name = sysctl.textOr("name", "");
            FieldPath field = at.child("name");
            if (name.isEmpty()) {
                errors.required(field, "");
            } else if (name.length() > MAX_SYSCTL_LENGTH || !isSysctl(name)) {
                errors.invalid(
                        field,
                        name,
                        "must have at most 253 characters and match regex"
                                + " ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$");
            } else if (names.contains(name)) {
                errors.duplicate(field, name);
            }
            String dotted = name.replace('/', '.');
            if (spec.booleanOr("hostNetwork", false) && dotted.startsWith("net.")) {
                errors.invalid(field, name, "may not be specified when 'hostNetwork' is true");
            } else if (spec.booleanOr("hostIPC", false) && IPC_SYSCTLS.stream().anyMatch(dotted::startsWith)) {
                errors.invalid(field, name, "may not be specified when 'hostIPC' is true");
            }
            names.add(name);
        });
    }

    /// Segments of lower case letters, digits, dashes and underscores, between dots or slashes.
    private static boolean isSysctl(String name) {
        boolean edge = true;
        for (int i = 0; i < name.length(); i++) {
            char next = name.charAt(i);
            boolean plain = (next >= 'a' && next <= 'z') || (next >= '0' && next <= '9');
            boolean separator = next == '.' || next == '/';
            if (!plain && !separator && next != '-' && next != '_') {
                return false;
            }
            boolean ends = separator || i == name.length() - 1;
            boolean before = separator && i > 0 && !isPlain(name.charAt(i - 1));
            if ((edge && !plain) || (ends && !separator && !plain) || before) {
                return false;
            }
            edge = separator;
        }
        return !edge;
    }

    private static boolean isPlain(char character) {
        return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    }

    static void container(JsonObject container, PodContext pod, FieldPath path, FieldErrors errors) {
        JsonObject context = container.object("securityContext");
        if (context == null) {
            return;
        }
        Checks.inRange(context, "runAsUser", 0, MAX_ID, path, errors);
        Checks.inRange(context, "runAsGroup", 0, MAX_ID, path, errors);
        Checks.oneOf(context, "procMount", PROC_MOUNTS, path, errors);
        if (pod.hostUsers() && context.textOr("procMount", "").equals("Unmasked")) {
            errors.invalid(path.child("procMount"), "Unmasked", "`hostUsers` must be false to use `Unmasked`");
        }
        seccomp(context.object("seccompProfile"), path.child("seccompProfile"), errors);
        escalation(context, path, errors);
        appArmor(context.object("appArmorProfile"), path.child("appArmorProfile"), errors);
    }

    private static void escalation(JsonObject context, FieldPath path, FieldErrors errors) {
        if (context.booleanOr("allowPrivilegeEscalation", true)) {
            return;
        }
        if (context.booleanOr("privileged", false)) {
            errors.invalidShown(
                    path, shown(context), "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        if (Fields.texts(context.object("capabilities"), "add").contains("CAP_SYS_ADMIN")) {
            errors.invalidShown(
                    path,
                    shown(context),
                    "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
        }
    }

    /// The settings under the names that they have inside the server, set or not.
    private static String shown(JsonObject context) {
        StringBuilder text = new StringBuilder("{");
        for (String field : CONTAINER_FIELDS) {
            String name = Character.toUpperCase(field.charAt(0)) + field.substring(1);
            text.append(text.length() > 1 ? "," : "")
                    .append('"')
                    .append(field.equals("seLinuxOptions") ? "SELinuxOptions" : name)
                    .append("\":")
                    .append(Shown.value(context.get(field)));
        }
        return text.append('}').toString();
    }

    private static void seccomp(@Nullable JsonObject profile, FieldPath path, FieldErrors errors) {
        if (profile == null) {
            return;
        }
        String type = profile.textOr("type", "");
        if (type.isEmpty()) {
            errors.required(path.child("type"), "type is required when seccompProfile is set");
        } else if (!PROFILE_TYPES.contains(type)) {
            errors.notSupported(path.child("type"), type, PROFILE_TYPES);
        }
        FieldPath local = path.child("localhostProfile");
        if (type.equals("Localhost")) {
            if (!profile.has("localhostProfile")) {
                errors.required(local, "must be set when seccomp type is Localhost");
            } else {
                PathValidation.localDescending(profile.textOr("localhostProfile", ""), local, errors);
            }
        } else if (profile.has("localhostProfile")) {
            errors.invalidShown(local, profile.toString(), "can only be set when seccomp type is Localhost");
        }
    }

    private static void appArmor(@Nullable JsonObject profile, FieldPath path, FieldErrors errors) {
        if (profile == null) {
            return;
        }
        FieldPath local = path.child("localhostProfile");
        String name = profile.textOr("localhostProfile", "");
        String type = profile.textOr("type", "");
        switch (type) {
            case "Localhost" -> {
                if (!name.strip().equals(name)) {
                    errors.invalid(local, name, "must not be padded with whitespace");
                } else if (name.isEmpty()) {
                    errors.required(local, "must be set when AppArmor type is Localhost");
                }
                if (name.length() > MAX_PROFILE_LENGTH) {
                    errors.tooLong(local, MAX_PROFILE_LENGTH);
                }
            }
            case "RuntimeDefault", "Unconfined" -> {
                if (profile.has("localhostProfile")) {
                    errors.invalid(local, name, "can only be set when AppArmor type is Localhost");
                }
            }
            case "" -> errors.required(path.child("type"), "type is required when appArmorProfile is set");
            default -> errors.notSupported(path.child("type"), type, PROFILE_TYPES);
        }
    }
}
