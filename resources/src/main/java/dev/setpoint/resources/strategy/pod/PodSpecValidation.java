package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a pod must look like, by itself or as the template that others make pods of.
public final class PodSpecValidation {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> PREEMPTION_POLICIES = List.of("PreemptLowerPriority", "Never");
    private static final List<String> SYSTEMS = List.of("linux", "windows");
    private static final int MAX_NAMESERVERS = 3;
    private static final int MAX_SEARCHES = 32;
    private static final int MAX_SEARCH_CHARACTERS = 2048;
    private static final int MAX_HOSTNAME_OVERRIDE = 64;

    private final JsonObject spec;
    private final FieldPath path;
    private final FieldErrors errors;

    private PodSpecValidation(JsonObject spec, FieldPath path, FieldErrors errors) {
        this.spec = spec;
        this.path = path;
        this.errors = errors;
    }

    /// The metadata and the spec of a template, below `template`.
    public static void template(@Nullable JsonObject template, FieldPath path, FieldErrors errors) {
        JsonObject given = template == null ? new JsonObject() : template;
        JsonObject metadata = given.object("metadata");
        JsonObject spec = given.object("spec");
        if (metadata != null) {
            // Kubernetes leaves the metadata out of these paths.
            ObjectMetaValidation.labels(metadata.object("labels"), path.child("labels"), errors);
            ObjectMetaValidation.annotations(metadata.object("annotations"), path.child("annotations"), errors);
            PodAnnotations.check(
                    metadata.object("annotations"),
                    spec == null ? new JsonObject() : spec,
                    path.child("annotations"),
                    errors);
        }
        JsonObject pod = spec == null ? new JsonObject() : spec;
        new PodSpecValidation(pod, path.child("spec"), errors).check(false, "");
        if (Fields.isSet(pod, "ephemeralContainers")) {
            errors.forbidden(
                    path.child("spec").child("ephemeralContainers"),
                    "ephemeral containers not allowed in pod template");
        }
    }

    /// A pod's own spec, with what is only asked of pods.
    static void pod(JsonObject pod, FieldErrors errors) {
        annotations(pod, errors);
        JsonObject spec = pod.child("spec");
        FieldPath path = FieldPath.of("spec");
        PodSpecValidation validation = new PodSpecValidation(spec, path, errors);
        PodContext context = validation.check(true, pod.child("metadata").textOr("name", ""));
        if (!Fields.isSet(spec, "serviceAccountName")) {
            validation.noTokens();
        }
        new ContainerValidation(context, errors).onlyForPods(spec, path);
    }

    static void annotations(JsonObject pod, FieldErrors errors) {
        PodAnnotations.check(
                pod.child("metadata").object("annotations"),
                pod.child("spec"),
                FieldPath.of("metadata").child("annotations"),
                errors);
    }

    private PodContext check(boolean isPod, String name) {
        Map<String, JsonObject> volumes = new VolumeValidation(isPod, name, errors).check(spec, path);
        PodContext context = PodContext.of(spec, isPod, name, volumes);
        resourceClaims();
        ContainerValidation containers = new ContainerValidation(context, errors);
        containers.containers(spec, path);
        containers.initContainers(spec, path);
        new EphemeralContainerValidation(containers, errors).check(spec, path);
        ResourceValidation.pod(spec, context, path, errors);
        hostNetworkPorts(isPod);
        Checks.requiredOneOf(spec, "restartPolicy", RESTART_POLICIES, path, errors);
        Checks.requiredOneOf(spec, "dnsPolicy", DNS_POLICIES, path, errors);
        ObjectMetaValidation.labels(spec.object("nodeSelector"), path.child("nodeSelector"), errors);
        SecurityValidation.pod(spec, path, errors);
        SchedulingValidation scheduling = new SchedulingValidation(errors);
        scheduling.affinity(spec.object("affinity"), path.child("affinity"));
        dnsConfig();
        scheduling.readinessGates(spec, path);
        scheduling.schedulingGates(spec, path);
        scheduling.topologySpread(spec, path);
        hostNamespaces(context);
        names();
        scheduling.tolerations(spec, path);
        hostAliases();
        classes();
        system();
        fileKeyVolumes();
        return context;
    }

    private void noTokens() {
        Fields.each(spec, "volumes", path, (volume, at) -> {
            JsonObject projected = volume.object("projected");
            Fields.each(projected, "sources", at.child("projected"), (source, sourcePath) -> {
                if (source.has("serviceAccountToken")) {
                    errors.forbidden(
                            sourcePath.child("serviceAccountToken"),
                            "must not be specified when serviceAccountName is not set");
                }
            });
        });
    }

    private void resourceClaims() {
        Set<String> names = new HashSet<>();
        Fields.each(spec, "resourceClaims", path, (claim, at) -> {
            String name = claim.textOr("name", "");
            if (name.isEmpty()) {
                errors.required(at.child("name"), "");
            } else if (!names.add(name)) {
                errors.duplicate(at.child("name"), name);
            } else {
                Checks.label(name, at.child("name"), errors);
            }
            boolean direct = claim.has("resourceClaimName");
            boolean template = claim.has("resourceClaimTemplateName");
            if (direct && template) {
                errors.invalidShown(
                        at,
                        claim.toString(),
                        "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
            } else if (!direct && !template) {
                errors.invalidShown(
                        at, claim.toString(), "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
            }
            for (String field : List.of("resourceClaimName", "resourceClaimTemplateName")) {
                if (claim.has(field)) {
                    Checks.subdomain(claim.textOr(field, ""), at.child(field), errors);
                }
            }
        });
    }

    /// In a template the host's port may be left open: it is filled when a pod is made.
    private void hostNetworkPorts(boolean isPod) {
        if (!spec.booleanOr("hostNetwork", false)) {
            return;
        }
        Fields.each(
                spec,
                "containers",
                path,
                (container, at) -> Fields.each(container, "ports", at, (port, portPath) -> {
                    long host = port.integerOr("hostPort", 0);
                    if ((isPod || host != 0) && host != port.integerOr("containerPort", 0)) {
                        errors.invalid(
                                portPath.child("hostPort"),
                                host,
                                "must match `containerPort` when `hostNetwork` is true");
                    }
                }));
    }

    private void dnsConfig() {
        JsonObject config = spec.object("dnsConfig");
        FieldPath at = path.child("dnsConfig");
        if (spec.textOr("dnsPolicy", "").equals("None")) {
            if (config == null) {
                errors.required(at, "must provide `dnsConfig` when `dnsPolicy` is None");
                return;
            }
            if (!Fields.isSet(config, "nameservers")) {
                errors.required(
                        at.child("nameservers"), "must provide at least one DNS nameserver when `dnsPolicy` is None");
                return;
            }
        }
        if (config != null) {
            nameservers(config, at.child("nameservers"));
            searches(config, at.child("searches"));
            Fields.each(config, "options", at, (option, optionPath) -> {
                if (!Fields.isSet(option, "name")) {
                    errors.required(optionPath, "must not be empty");
                }
            });
        }
    }

    private void nameservers(JsonObject config, FieldPath at) {
        List<String> servers = Fields.texts(config, "nameservers");
        if (servers.size() > MAX_NAMESERVERS) {
            errors.invalidShown(at, shown(servers), "must not have more than " + MAX_NAMESERVERS + " nameservers");
        }
        for (int i = 0; i < servers.size(); i++) {
            AddressValidation.address(servers.get(i), List.of(), at.index(i), errors);
        }
    }

    private void searches(JsonObject config, FieldPath at) {
        List<String> searches = Fields.texts(config, "searches");
        if (searches.size() > MAX_SEARCHES) {
            errors.invalidShown(at, shown(searches), "must not have more than " + MAX_SEARCHES + " search paths");
        }
        if (String.join(" ", searches).length() > MAX_SEARCH_CHARACTERS) {
            errors.invalidShown(
                    at,
                    shown(searches),
                    "must not have more than " + MAX_SEARCH_CHARACTERS
                            + " characters (including spaces) in the search list");
        }
        for (int i = 0; i < searches.size(); i++) {
            String search = searches.get(i);
            if (!search.equals(".")) {
                String domain = search.endsWith(".") ? search.substring(0, search.length() - 1) : search;
                errors.invalid(at.index(i), domain, Formats.subdomainWithUnderscore(domain));
            }
        }
    }

    private static String shown(List<String> texts) {
        return JsonArray.ofTexts(texts).toString();
    }

    private void hostNamespaces(PodContext context) {
        if (context.hostUsers()) {
            return;
        }
        String detail = "when `hostUsers` is false";
        for (String field : List.of("hostNetwork", "hostPID", "hostIPC")) {
            if (spec.booleanOr(field, false)) {
                // Kubernetes capitalises two of them here.
                String shown = field.equals("hostNetwork") ? field : "H" + field.substring(1);
                errors.forbidden(path.child(shown), detail);
            }
        }
        for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
            Fields.each(spec, list, path, (container, at) -> {
                if (Fields.isSet(container, "volumeDevices")) {
                    errors.forbidden(at.child("volumeDevices"), detail);
                }
            });
        }
    }

    private void names() {
        hostnameOverride();
        subdomain("serviceAccountName");
        subdomain("nodeName");
        Checks.inRange(spec, "activeDeadlineSeconds", 1, Integer.MAX_VALUE, path, errors);
        for (String field : List.of("hostname", "subdomain")) {
            if (Fields.isSet(spec, field)) {
                Checks.label(spec.textOr(field, ""), path.child(field), errors);
            }
        }
    }

    private void subdomain(String field) {
        if (Fields.isSet(spec, field)) {
            Checks.subdomain(spec.textOr(field, ""), path.child(field), errors);
        }
    }

    private void hostnameOverride() {
        if (!spec.has("hostnameOverride")) {
            return;
        }
        FieldPath at = path.child("hostnameOverride");
        if (spec.booleanOr("setHostnameAsFQDN", false)) {
            errors.forbidden(at, "may not be specified when setHostnameAsFQDN is true");
        }
        if (spec.booleanOr("hostNetwork", false)) {
            errors.forbidden(at, "may not be specified when hostNetwork is true");
        }
        String name = spec.textOr("hostnameOverride", "");
        if (name.length() > MAX_HOSTNAME_OVERRIDE) {
            errors.tooLong(at, MAX_HOSTNAME_OVERRIDE);
        }
        Checks.subdomain(name, at, errors);
    }

    private void hostAliases() {
        Fields.each(spec, "hostAliases", path, (alias, at) -> {
            AddressValidation.address(alias.textOr("ip", ""), List.of(), at.child("ip"), errors);
            List<String> names = Fields.texts(alias, "hostnames");
            for (int i = 0; i < names.size(); i++) {
                Checks.subdomain(names.get(i), at.child("hostnames").index(i), errors);
            }
        });
    }

    private void classes() {
        subdomain("priorityClassName");
        if (spec.has("runtimeClassName")) {
            Checks.subdomain(spec.textOr("runtimeClassName", ""), path.child("runtimeClassName"), errors);
        }
        if (spec.has("preemptionPolicy")) {
            Checks.requiredOneOf(spec, "preemptionPolicy", PREEMPTION_POLICIES, path, errors);
        }
        ResourceValidation.overhead(spec.object("overhead"), path.child("overhead"), errors);
    }

    private void system() {
        JsonObject system = spec.object("os");
        if (system == null) {
            return;
        }
        String name = system.textOr("name", "");
        FieldPath at = path.child("os");
        if (name.isEmpty()) {
            errors.required(at.child("name"), "");
        } else if (!SYSTEMS.contains(name)) {
            errors.notSupported(at, name, SYSTEMS);
        } else {
            SystemValidation.check(name, spec, path, errors);
        }
    }

    /// A variable may come from a file only in a volume that lives with the pod.
    private void fileKeyVolumes() {
        for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
            Fields.each(
                    spec,
                    list,
                    path,
                    (container, at) -> Fields.each(container, "env", at, (variable, variablePath) -> {
                        if (variable.at("valueFrom", "fileKeyRef") instanceof JsonObject reference) {
                            fileKeyVolume(
                                    reference.textOr("volumeName", ""),
                                    variablePath
                                            .child("valueFrom")
                                            .child("fileKeyRef")
                                            .child("volumeName"));
                        }
                    }));
        }
    }

    private void fileKeyVolume(String name, FieldPath at) {
        for (JsonObject volume : Fields.objects(spec, "volumes")) {
            if (volume.textOr("name", "").equals(name)) {
                if (!volume.has("emptyDir")) {
                    errors.invalid(at, name, "referenced volume must be of type emptyDir");
                }
                return;
            }
        }
        errors.notFound(at, name);
    }
}
