package dev.setpoint.apiserver.authz;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// One rule of a role. A rule is about resources or about paths, never both.
public record PolicyRule(
        List<String> verbs, List<String> groups, List<String> resources, List<String> names, List<String> paths) {
    private static final String ALL = "*";

    public PolicyRule {
        verbs = List.copyOf(verbs);
        groups = List.copyOf(groups);
        resources = List.copyOf(resources);
        names = List.copyOf(names);
        paths = List.copyOf(paths);
    }

    public static PolicyRule of(JsonObject json) {
        return new PolicyRule(
                texts(json, "verbs"),
                texts(json, "apiGroups"),
                texts(json, "resources"),
                texts(json, "resourceNames"),
                texts(json, "nonResourceURLs"));
    }

    /// The rules of a Role or ClusterRole.
    public static List<PolicyRule> of(JsonObject role, String field) {
        JsonArray rules = role.array(field);
        return rules == null
                ? List.of()
                : rules.objects().stream().map(PolicyRule::of).toList();
    }

    public JsonObject toJson() {
        JsonObject json = new JsonObject().put("verbs", JsonArray.ofTexts(verbs));
        put(json, "apiGroups", groups);
        put(json, "resources", resources);
        put(json, "resourceNames", names);
        put(json, "nonResourceURLs", paths);
        return json;
    }

    boolean allows(Attributes attributes) {
        if (!has(verbs, attributes.verb())) {
            return false;
        }
        return switch (attributes) {
            case Attributes.OfResource asked ->
                has(groups, asked.group())
                        && matchesResource(asked)
                        && (names.isEmpty() || names.contains(asked.name()));
            case Attributes.OfPath(var _, var _, var path) -> paths.stream().anyMatch(rule -> coversPath(rule, path));
        };
    }

    private boolean matchesResource(Attributes.OfResource asked) {
        return resources.contains(ALL)
                || resources.contains(asked.fullResource())
                || (!asked.subresource().isEmpty() && resources.contains("*/" + asked.subresource()));
    }

    /// Whether whoever holds this rule holds the other, which is one of those that [#parts] yields.
    private boolean covers(PolicyRule part) {
        boolean sameNames = part.names.isEmpty() ? names.isEmpty() : names.isEmpty() || names.containsAll(part.names);
        return sameNames
                && part.verbs.stream().allMatch(verb -> has(verbs, verb))
                && part.groups.stream().allMatch(group -> has(groups, group))
                && part.resources.stream().allMatch(this::coversResource)
                && part.paths.stream().allMatch(path -> paths.stream().anyMatch(own -> coversPath(own, path)));
    }

    private boolean coversResource(String resource) {
        int slash = resource.indexOf('/');
        return has(resources, resource) || (slash >= 0 && resources.contains("*" + resource.substring(slash)));
    }

    /// The same permission as rules that each speak of one verb on one thing.
    private List<PolicyRule> parts() {
        List<PolicyRule> parts = new ArrayList<>();
        for (String group : groups) {
            for (String resource : resources) {
                for (String verb : verbs) {
                    if (names.isEmpty()) {
                        parts.add(part(verb, group, resource, List.of()));
                    }
                    names.forEach(name -> parts.add(part(verb, group, resource, List.of(name))));
                }
            }
        }
        for (String path : paths) {
            verbs.forEach(
                    verb -> parts.add(new PolicyRule(List.of(verb), List.of(), List.of(), List.of(), List.of(path))));
        }
        return parts;
    }

    private static PolicyRule part(String verb, String group, String resource, List<String> names) {
        return new PolicyRule(List.of(verb), List.of(group), List.of(resource), names, List.of());
    }

    /// What somebody would gain who holds `held` and is given `wanted`; empty when that is nothing. Rules
    /// that differ in their verbs alone are told as one.
    public static List<PolicyRule> missing(List<PolicyRule> held, List<PolicyRule> wanted) {
        Set<PolicyRule> gained = new LinkedHashSet<>();
        for (PolicyRule rule : wanted) {
            for (PolicyRule part : rule.parts()) {
                if (held.stream().noneMatch(own -> own.covers(part))) {
                    gained.add(part);
                }
            }
        }
        return gained.stream()
                .collect(Collectors.groupingBy(PolicyRule::withoutVerbs, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(PolicyRule::joined)
                .toList();
    }

    private PolicyRule withoutVerbs() {
        return new PolicyRule(List.of(), groups, resources, names, paths);
    }

    private static PolicyRule joined(List<PolicyRule> alike) {
        PolicyRule first = alike.getFirst();
        List<String> verbs =
                alike.stream().flatMap(rule -> rule.verbs.stream()).distinct().toList();
        return new PolicyRule(verbs, first.groups, first.resources, first.names, first.paths);
    }

    /// As a refused escalation shows it: `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`.
    @Override
    public String toString() {
        List<String> shown = new ArrayList<>();
        show(shown, "APIGroups", groups);
        show(shown, "Resources", resources);
        show(shown, "NonResourceURLs", paths);
        show(shown, "ResourceNames", names);
        show(shown, "Verbs", verbs);
        return "{" + String.join(", ", shown) + "}";
    }

    private static void show(List<String> shown, String field, List<String> values) {
        if (!values.isEmpty()) {
            shown.add(field + ":" + quoted(values));
        }
    }

    /// `["a" "b"]`
    public static String quoted(List<String> values) {
        return values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(" ", "[", "]"));
    }

    private static boolean has(List<String> values, String wanted) {
        return values.contains(ALL) || values.contains(wanted);
    }

    private static boolean coversPath(String rule, String path) {
        return rule.equals(path) || (rule.endsWith(ALL) && path.startsWith(rule.substring(0, rule.length() - 1)));
    }

    private static List<String> texts(JsonObject json, String field) {
        JsonArray values = json.array(field);
        return values == null ? List.of() : values.texts();
    }

    private static void put(JsonObject json, String field, List<String> values) {
        if (!values.isEmpty()) {
            json.put(field, JsonArray.ofTexts(values));
        }
    }
}
