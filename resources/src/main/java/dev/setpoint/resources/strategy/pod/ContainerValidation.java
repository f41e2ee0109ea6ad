package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What the containers of a pod must look like, of all three kinds.
final class ContainerValidation {
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> MESSAGE_POLICIES = List.of("File", "FallbackToLogsOnError");
    private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");
    private static final List<String> RESTART_ACTIONS = List.of("Restart", "RestartAllContainers");
    private static final List<String> HOOKS = List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe");
    private static final int MAX_RESTART_RULES = 20;
    private static final int MAX_EXIT_CODES = 255;

    private final PodContext pod;
    private final FieldErrors errors;

    ContainerValidation(PodContext pod, FieldErrors errors) {
        this.pod = pod;
        this.errors = errors;
    }

    void containers(JsonObject spec, FieldPath path) {
        if (!Fields.isSet(spec, "containers")) {
            errors.required(path.child("containers"), "");
            return;
        }
        Set<String> names = new HashSet<>();
        Fields.each(spec, "containers", path, (container, at) -> {
            common(container, at);
            uniqueName(container, names, at);
            hooks(container, at);
            restartPolicy(container, at);
        });
        Set<String> ports = new HashSet<>();
        Fields.each(spec, "containers", path, (container, at) -> hostPorts(container, ports, at));
    }

    /// Containers that run before the others, or beside them when they are always restarted.
    void initContainers(JsonObject spec, FieldPath path) {
        Set<String> names = names(spec, "containers");
        Fields.each(spec, "initContainers", path, (container, at) -> {
            common(container, at);
            if (container.has("restartPolicy") || Fields.isSet(container, "restartPolicyRules")) {
                restartPolicy(container, at);
            }
            uniqueName(container, names, at);
            hostPorts(container, new HashSet<>(), at);
            if (isSidecar(container)) {
                hooks(container, at);
            } else {
                noHooks(container, at);
                resizeWithoutRestart(container, at);
            }
        });
    }

    static boolean isSidecar(JsonObject container) {
        return container.textOr("restartPolicy", "").equals("Always");
    }

    /// What every container must have.
    void common(JsonObject container, FieldPath path) {
        if (Checks.required(container, "name", path, errors)) {
            Checks.label(container.textOr("name", ""), path.child("name"), errors);
        }
        Checks.required(container, "image", path, errors);
        Checks.requiredOneOf(container, "terminationMessagePolicy", MESSAGE_POLICIES, path, errors);
        ports(container, path);
        new EnvironmentValidation(errors).check(container, path);
        new MountValidation(pod, errors).check(container, path);
        pullPolicy(container, "imagePullPolicy", path, errors);
        ResourceValidation.container(container.object("resources"), pod, path.child("resources"), errors);
        resizePolicy(container, path);
        SecurityValidation.container(container, pod, path.child("securityContext"), errors);
    }

    static void pullPolicy(JsonObject holder, String field, FieldPath path, FieldErrors errors) {
        Checks.requiredOneOf(holder, field, PULL_POLICIES, path, errors);
    }

    private void uniqueName(JsonObject container, Set<String> names, FieldPath path) {
        String name = container.textOr("name", "");
        if (!names.add(name)) {
            errors.duplicate(path.child("name"), name);
        }
    }

    static Set<String> names(JsonObject spec, String... lists) {
        Set<String> names = new HashSet<>();
        for (String list : lists) {
            Fields.each(spec, list, container -> names.add(container.textOr("name", "")));
        }
        return names;
    }

    private void ports(JsonObject container, FieldPath path) {
        Set<String> names = new HashSet<>();
        Fields.each(container, "ports", path, (port, at) -> {
            String name = port.textOr("name", "");
            if (!name.isEmpty()) {
                List<String> mistakes = Formats.portName(name);
                errors.invalid(at.child("name"), name, mistakes);
                if (mistakes.isEmpty() && !names.add(name)) {
                    errors.duplicate(at.child("name"), name);
                }
            }
            if (Checks.required(port, "containerPort", at, errors)) {
                Checks.portNumber(port.integerOr("containerPort", 0), at.child("containerPort"), errors);
            }
            if (Fields.isSet(port, "hostPort")) {
                Checks.portNumber(port.integerOr("hostPort", 0), at.child("hostPort"), errors);
            }
            Checks.requiredOneOf(port, "protocol", PROTOCOLS, at, errors);
        });
    }

    private void hostPorts(JsonObject container, Set<String> taken, FieldPath path) {
        Fields.each(container, "ports", path, (port, at) -> {
            long number = port.integerOr("hostPort", 0);
            String key = port.textOr("protocol", "") + "/" + port.textOr("hostIP", "") + "/" + number;
            if (number != 0 && !taken.add(key)) {
                errors.duplicate(at.child("hostPort"), key);
            }
        });
    }

    private void hooks(JsonObject container, FieldPath path) {
        JsonObject lifecycle = container.object("lifecycle");
        HandlerValidation handlers = new HandlerValidation(pod, errors);
        if (lifecycle != null) {
            handlers.lifecycle(lifecycle, path.child("lifecycle"));
        }
        handlers.probes(container, path);
    }

    private void noHooks(JsonObject container, FieldPath path) {
        for (String hook : HOOKS) {
            if (container.has(hook)) {
                errors.forbidden(path.child(hook), "may not be set for init containers without restartPolicy=Always");
            }
        }
    }

    private void restartPolicy(JsonObject container, FieldPath path) {
        int rules = Fields.size(container, "restartPolicyRules");
        if (!container.has("restartPolicy")) {
            if (rules > 0) {
                errors.required(path.child("restartPolicy"), "must specify restartPolicy when restart rules are used");
            }
        } else if (!RESTART_POLICIES.contains(container.textOr("restartPolicy", ""))) {
            errors.notSupported(path.child("restartPolicy"), container.textOr("restartPolicy", ""), RESTART_POLICIES);
        }
        if (rules > MAX_RESTART_RULES) {
            errors.tooMany(path.child("restartPolicyRules"), rules, MAX_RESTART_RULES);
        }
        Fields.each(container, "restartPolicyRules", path, this::restartRule);
    }

    private void restartRule(JsonObject rule, FieldPath path) {
        if (!RESTART_ACTIONS.contains(rule.textOr("action", ""))) {
            errors.notSupported(path.child("action"), rule.textOr("action", ""), RESTART_ACTIONS);
        }
        JsonObject codes = rule.object("exitCodes");
        if (codes == null) {
            errors.required(path.child("exitCodes"), "must be specified");
            return;
        }
        FieldPath at = path.child("exitCodes");
        List<String> operators = List.of("In", "NotIn");
        if (!operators.contains(codes.textOr("operator", ""))) {
            errors.notSupported(at.child("operator"), codes.textOr("operator", ""), operators);
        }
        if (Fields.size(codes, "values") > MAX_EXIT_CODES) {
            errors.tooMany(at.child("values"), Fields.size(codes, "values"), MAX_EXIT_CODES);
        }
    }

    private void resizePolicy(JsonObject container, FieldPath path) {
        FieldPath list = path.child("resizePolicy");
        Set<String> seen = new HashSet<>();
        Fields.each(container, "resizePolicy", path, (policy, at) -> {
            String resource = policy.textOr("resourceName", "");
            if (!seen.add(resource)) {
                errors.duplicate(at, resource);
            }
            requiredOneOf(resource, List.of("cpu", "memory"), list);
            String restart = policy.textOr("restartPolicy", "");
            requiredOneOf(restart, List.of("NotRequired", "RestartContainer"), list);
            if (pod.restartPolicy().equals("Never") && !restart.equals("NotRequired")) {
                errors.invalid(list, restart, "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
            }
        });
    }

    /// The older rules tell of the list where they mean an element.
    private void requiredOneOf(String value, List<String> supported, FieldPath path) {
        if (value.isEmpty()) {
            errors.required(path, "");
        } else if (!supported.contains(value)) {
            errors.notSupported(path, value, supported);
        }
    }

    private void resizeWithoutRestart(JsonObject container, FieldPath path) {
        Fields.each(container, "resizePolicy", path, (policy, at) -> {
            if (policy.textOr("restartPolicy", "").equals("RestartContainer")) {
                errors.invalid(
                        at.child("restartPolicy"),
                        "RestartContainer",
                        "must not be set to 'RestartContainer' for non-sidecar initContainers");
            }
        });
    }

    /// What is asked of the containers of a pod and not of those of a template.
    void onlyForPods(JsonObject spec, FieldPath path) {
        Fields.each(spec, "containers", path, this::trimmedImage);
        Fields.each(spec, "initContainers", path, this::trimmedImage);
    }

    void trimmedImage(JsonObject container, FieldPath path) {
        String image = container.textOr("image", "");
        if (!image.strip().equals(image)) {
            errors.invalid(path.child("image"), image, "must not have leading or trailing whitespace");
        }
    }
}
