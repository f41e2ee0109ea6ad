package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where a container sees the volumes of its pod, as directories or as devices.
final class MountValidation {
    private static final List<String> PROPAGATIONS = List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> RECURSIONS = List.of("Disabled", "Enabled", "IfPossible");

    private final PodContext pod;
    private final FieldErrors errors;

    MountValidation(PodContext pod, FieldErrors errors) {
        this.pod = pod;
        this.errors = errors;
    }

    void check(JsonObject container, FieldPath path) {
        if (!container.has("volumeMounts") && !container.has("volumeDevices")) {
            return;
        }
        Map<String, String> devices = paths(container, "volumeDevices", "devicePath");
        Set<String> points = new HashSet<>();
        FieldPath list = path.child("volumeMounts");
        Fields.each(container, "volumeMounts", path, (mount, at) -> {
            mount(mount, points, devices, at);
            details(mount, container, at, list);
        });
        if (!devices.isEmpty()) {
            Map<String, String> mounts = paths(container, "volumeMounts", "mountPath");
            Set<String> names = new HashSet<>();
            Set<String> taken = new HashSet<>();
            Fields.each(container, "volumeDevices", path, (device, at) -> device(device, names, taken, mounts, at));
        }
    }

    private static Map<String, String> paths(JsonObject container, String list, String field) {
        if (!Fields.isSet(container, list)) {
            return Map.of();
        }
        Map<String, String> paths = new HashMap<>();
        Fields.each(container, list, mount -> paths.put(mount.textOr("name", ""), mount.textOr(field, "")));
        return paths;
    }

    private void mount(JsonObject mount, Set<String> points, Map<String, String> devices, FieldPath path) {
        String name = mount.textOr("name", "");
        String point = mount.textOr("mountPath", "");
        Checks.required(mount, "name", path, errors);
        if (!pod.volumes().containsKey(name)) {
            errors.notFound(path.child("name"), name);
        }
        Checks.required(mount, "mountPath", path, errors);
        if (!points.add(point)) {
            errors.invalid(path.child("mountPath"), point, "must be unique");
        }
        if (devices.containsKey(name)) {
            errors.invalid(path.child("name"), name, "must not already exist in volumeDevices");
        }
        if (devices.containsValue(point)) {
            errors.invalid(path.child("mountPath"), point, "must not already exist as a path in volumeDevices");
        }
    }

    /// Errors about these fields name the list, not the element.
    private void details(JsonObject mount, JsonObject container, FieldPath path, FieldPath list) {
        String part = mount.textOr("subPath", "");
        if (!part.isEmpty()) {
            PathValidation.localDescending(part, list.child("subPath"), errors);
        }
        String expression = mount.textOr("subPathExpr", "");
        if (!expression.isEmpty()) {
            if (!part.isEmpty()) {
                errors.invalid(path.child("subPathExpr"), expression, "subPathExpr and subPath are mutually exclusive");
            }
            PathValidation.localDescending(expression, list.child("subPathExpr"), errors);
        }
        propagation(mount, container, list.child("mountPropagation"));
        recursion(mount, list.child("recursiveReadOnly"));
    }

    private void propagation(JsonObject mount, JsonObject container, FieldPath path) {
        if (!mount.has("mountPropagation")) {
            return;
        }
        String propagation = mount.textOr("mountPropagation", "");
        if (!PROPAGATIONS.contains(propagation)) {
            errors.notSupported(path, propagation, PROPAGATIONS);
        }
        JsonObject security = container.object("securityContext");
        boolean privileged = security != null && security.booleanOr("privileged", false);
        if (propagation.equals("Bidirectional") && !privileged) {
            errors.forbidden(path, "Bidirectional mount propagation is available only to privileged containers");
        }
    }

    private void recursion(JsonObject mount, FieldPath path) {
        if (!mount.has("recursiveReadOnly")) {
            return;
        }
        String recursion = mount.textOr("recursiveReadOnly", "");
        if (!RECURSIONS.contains(recursion)) {
            errors.notSupported(path, recursion, RECURSIONS);
        } else if (!recursion.equals("Disabled")) {
            if (!mount.booleanOr("readOnly", false)) {
                errors.forbidden(path, "may only be specified when readOnly is true");
            }
            if (!mount.textOr("mountPropagation", "None").equals("None")) {
                errors.forbidden(path, "may only be specified when mountPropagation is None or not specified");
            }
        }
    }

    private void device(
            JsonObject device, Set<String> names, Set<String> taken, Map<String, String> mounts, FieldPath path) {
        String name = device.textOr("name", "");
        String point = device.textOr("devicePath", "");
        JsonObject volume = pod.volumes().get(name);
        Checks.required(device, "name", path, errors);
        if (names.contains(name)) {
            errors.invalid(path.child("name"), name, "must be unique");
        }
        if (volume == null) {
            errors.notFound(path.child("name"), name);
        } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
            errors.invalid(
                    path.child("name"),
                    name,
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
        }
        Checks.required(device, "devicePath", path, errors);
        if (taken.contains(point)) {
            errors.invalid(path.child("devicePath"), point, "must be unique");
        }
        if (PathValidation.hasBackstep(point)) {
            errors.invalid(path.child("devicePath"), point, "can not contain backsteps ('..')");
        } else {
            taken.add(point);
        }
        if (mounts.containsKey(name)) {
            errors.invalid(path.child("name"), name, "must not already exist in volumeMounts");
        }
        if (mounts.containsValue(point)) {
            errors.invalid(path.child("devicePath"), point, "must not already exist as a path in volumeMounts");
        }
        if (!name.isEmpty()) {
            names.add(name);
        }
    }
}
