package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Quantities;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is accepted in a pod but hardly meant.
public final class PodWarnings {
    private static final List<String> LISTS = List.of("initContainers", "containers", "ephemeralContainers");
    private static final String MATCHES_NOTHING = ": a null labelSelector results in matching no pod";

    private final FieldPath path;
    private final JsonObject spec;
    private final List<String> warnings = new ArrayList<>(0);

    private PodWarnings(JsonObject spec, FieldPath path) {
        this.spec = spec;
        this.path = path;
    }

    static List<String> pod(JsonObject pod) {
        PodWarnings warnings = new PodWarnings(pod.child("spec"), FieldPath.of("spec"));
        warnings.name(
                pod,
                "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label"
                        + " is recommended: ");
        warnings.check();
        return warnings.warnings;
    }

    /// The warnings of a kind that makes pods, about its own name and about its template.
    public static List<String> templateOf(JsonObject owner, @Nullable JsonObject template, FieldPath path) {
        PodWarnings warnings = new PodWarnings(new JsonObject(), path);
        warnings.name(
                owner,
                "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS"
                        + " label is recommended: ");
        warnings.warnings.addAll(template(template, path));
        return warnings.warnings;
    }

    /// The warnings about a template alone, for an update of its owner.
    public static List<String> template(@Nullable JsonObject template, FieldPath path) {
        JsonObject spec = template == null ? null : template.object("spec");
        PodWarnings warnings = new PodWarnings(spec == null ? new JsonObject() : spec, path.child("spec"));
        warnings.check();
        return warnings.warnings;
    }

    private void name(JsonObject object, String sentence) {
        List<String> mistakes = Formats.dns1123Label(object.child("metadata").textOr("name", ""));
        if (!mistakes.isEmpty()) {
            warnings.add(sentence + "[" + String.join(" ", mistakes) + "]");
        }
    }

    private void check() {
        Fields.each(spec, "topologySpreadConstraints", path, this::nullSelector);
        duplicates("hostAliases", "ip");
        duplicates("imagePullSecrets", "name");
        Fields.each(spec, "imagePullSecrets", path, (secret, at) -> {
            if (!Fields.isSet(secret, "name")) {
                warnings.add(at.child("name") + ": invalid empty name \"\"");
            }
        });
        for (String list : LISTS) {
            Fields.each(spec, list, path, this::container);
        }
        ports();
        if (spec.integerOr("terminationGracePeriodSeconds", 0) < 0) {
            warnings.add(path.child("terminationGracePeriodSeconds")
                    + ": must be >= 0; negative values are invalid and will be treated as 1");
        }
        affinity();
    }

    private void nullSelector(JsonObject rule, FieldPath at) {
        if (!rule.has("labelSelector")) {
            warnings.add(at.child("labelSelector") + MATCHES_NOTHING);
        }
    }

    private void affinity() {
        JsonObject affinity = spec.object("affinity");
        if (affinity == null) {
            return;
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            JsonObject rules = affinity.object(kind);
            FieldPath at = path.child("affinity").child(kind);
            Fields.each(rules, "requiredDuringSchedulingIgnoredDuringExecution", at, this::nullSelector);
            Fields.each(rules, "preferredDuringSchedulingIgnoredDuringExecution", at, (preference, preferencePath) -> {
                JsonObject term = preference.object("podAffinityTerm");
                nullSelector(term == null ? new JsonObject() : term, preferencePath.child("podAffinityTerm"));
            });
        }
    }

    private void duplicates(String list, String field) {
        Set<String> seen = new HashSet<>();
        Fields.each(spec, list, path, (element, at) -> {
            String value = element.textOr(field, "");
            if (!seen.add(value)) {
                warnings.add(at.child(field) + ": duplicate " + field + " " + Quoted.of(value));
            }
        });
    }

    private void container(JsonObject container, FieldPath at) {
        for (String resource : List.of("memory", "ephemeral-storage")) {
            for (String list : List.of("limits", "requests")) {
                JsonValue value = container.at("resources", list, resource);
                Quantity amount = Quantities.of(value);
                if (value != null && amount.millis() % 1000 != 0) {
                    warnings.add(at.child("resources").child(list).key(resource) + ": fractional byte value \"" + amount
                            + "\" is invalid, must be an integer");
                }
            }
        }
        Set<String> names = new HashSet<>();
        Fields.each(container, "env", at, (variable, variablePath) -> {
            String name = variable.textOr("name", "");
            if (!names.add(name) && hides(variable, "$(" + name + ")")) {
                warnings.add(variablePath + ": hides previous definition of " + Quoted.of(name)
                        + ", which may be dropped when using apply");
            }
        });
    }

    /// Whether the earlier value of a variable is lost: not when the later one is made of it.
    private static boolean hides(JsonObject variable, String reference) {
        String value = variable.textOr("value", "");
        return variable.has("valueFrom") || value.equals(reference) || !value.contains(reference);
    }

    private record Port(JsonObject port, FieldPath path) {
        String host() {
            return port.textOr("hostIP", "");
        }

        long hostPort() {
            return port.integerOr("hostPort", 0);
        }
    }

    private void ports() {
        Map<String, List<Port>> byNumber = new HashMap<>();
        Map<String, FieldPath> byName = new HashMap<>();
        List<String> names = new ArrayList<>(0);
        for (String list : LISTS) {
            Fields.each(
                    spec,
                    list,
                    path,
                    (container, at) -> Fields.each(container, "ports", at, (port, portPath) -> {
                        String key = port.integerOr("containerPort", 0) + "/" + port.textOr("protocol", "");
                        List<Port> others = byNumber.computeIfAbsent(key, _ -> new ArrayList<>(1));
                        Port next = new Port(port, portPath);
                        others.forEach(other -> overlap(next, other));
                        others.add(next);
                        String name = port.textOr("name", "");
                        FieldPath other = name.isEmpty() ? null : byName.putIfAbsent(name, portPath);
                        if (other != null) {
                            names.add(portPath + ": duplicate port name " + Quoted.of(name) + " with " + other
                                    + ", services and probes that select ports by name will use " + other);
                        }
                    }));
        }
        warnings.addAll(names);
    }

    private void overlap(Port port, Port other) {
        if (port.host().equals(other.host()) && port.hostPort() == other.hostPort()) {
            warnings.add(port.path() + ": duplicate port definition with " + other.path());
        } else if (port.hostPort() == 0 || other.hostPort() == 0) {
            warnings.add(port.path() + ": overlapping port definition with " + other.path());
        } else if (port.hostPort() == other.hostPort()
                && port.host().isEmpty() != other.host().isEmpty()) {
            warnings.add(port.path() + ": dangerously ambiguous port definition with " + other.path());
        }
    }
}
