package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A path that names a resource.
///
///     /api/v1/nodes/n1                                     nodes n1
///     /apis/apps/v1/namespaces/blue/deployments/web/scale  deployments web of blue, subresource scale
///     /api/v1/watch/namespaces/blue/pods                   pods of blue, to be watched: the old way to ask
///
/// @param watch whether the path itself asks for a watch
/// @param whole false when there is more in the path than anything is named by
record ResourcePath(Target target, boolean watch, boolean whole) {
    /// What may follow the name of a namespace without being a resource in it.
    private static final List<String> NAMESPACE_SUBRESOURCES = List.of("status", "finalize");

    /// A request, as far as it can be read from its first line.
    ///
    /// @param fault why nothing answers it
    record Asked(Question question, Map<String, List<String>> parameters, Optional<ApiError> fault) {}

    /// Empty for paths that name no resource: discovery, health, documents.
    static Optional<ResourcePath> parse(String path) {
        List<String> parts = Arrays.asList(path.substring(1).split("/", -1));
        int versionAt = parts.getFirst().equals("api") ? 1 : 2;
        boolean api = versionAt == 1 || parts.getFirst().equals("apis");
        if (!api || parts.size() < versionAt + 2) {
            return Optional.empty();
        }
        String group = versionAt == 1 ? "" : parts.get(1);
        return Optional.of(parse(group, parts.get(versionAt), parts.subList(versionAt + 1, parts.size())));
    }

    private static ResourcePath parse(String group, String version, List<String> parts) {
        boolean watch = parts.getFirst().equals("watch") && parts.size() > 1;
        List<String> rest = watch ? parts.subList(1, parts.size()) : parts;
        String namespace = "";
        if (rest.getFirst().equals("namespaces")
                && rest.size() > 2
                && !(rest.size() == 3 && NAMESPACE_SUBRESOURCES.contains(rest.get(2)))) {
            namespace = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        // What follows `proxy` belongs to whom the request is passed on.
        boolean proxy = rest.size() > 3 && rest.get(2).equals("proxy");
        boolean whole = (rest.size() <= 3 || proxy) && !parts.contains("") && !version.isEmpty();
        Target target = new Target(
                new GroupVersionResource(group, version, rest.getFirst()),
                namespace,
                rest.size() > 1 ? rest.get(1) : "",
                rest.size() > 2 ? rest.get(2) : "");
        return new ResourcePath(target, watch, whole);
    }

    /// What a request with this path asks.
    Asked ask(String method, Map<String, List<String>> parameters) {
        if (!whole) {
            return nothing(method, parameters, new ApiError.NoSuchPath());
        }
        boolean collection = target.name().isEmpty();
        boolean object = !collection && target.subresource().isEmpty();
        boolean meaningful = switch (method) {
            case "GET", "DELETE" -> true;
            case "POST" -> !object;
            case "PUT", "PATCH" -> !collection;
            default -> false;
        };
        if (!meaningful || (watch && !method.equals("GET"))) {
            return nothing(method, parameters, new ApiError.MethodNotAllowed());
        }
        Verb verb = switch (method) {
            case "GET" -> reading(collection, parameters);
            case "POST" -> Verb.CREATE;
            case "PUT" -> Verb.UPDATE;
            case "PATCH" -> Verb.PATCH;
            default -> collection ? Verb.DELETE_COLLECTION : Verb.DELETE;
        };
        return new Asked(new Question.OfResource(verb, target(verb)), parameters(parameters, verb), Optional.empty());
    }

    /// The old way to watch one object names it in the path; the pipeline knows only collections with a
    /// selector.
    private Target target(Verb verb) {
        return verb == Verb.WATCH ? Target.collection(target.resource(), target.namespace()) : target;
    }

    private Map<String, List<String>> parameters(Map<String, List<String>> given, Verb verb) {
        if (verb != Verb.WATCH || target.name().isEmpty()) {
            return given;
        }
        String selector = given.getOrDefault("fieldSelector", List.of("")).getFirst();
        String byName = "metadata.name=" + target.name();
        Map<String, List<String>> extended = new LinkedHashMap<>(given);
        extended.put("fieldSelector", List.of(selector.isEmpty() ? byName : selector + "," + byName));
        return extended;
    }

    private Verb reading(boolean collection, Map<String, List<String>> parameters) {
        if (watch) {
            return Verb.WATCH;
        }
        if (!collection) {
            return Verb.GET;
        }
        List<String> asked = parameters.getOrDefault("watch", List.of("false"));
        String answer = asked.getFirst().toLowerCase(Locale.ROOT);
        return answer.equals("false") || answer.equals("0") ? Verb.LIST : Verb.WATCH;
    }

    /// Authorized by the verb that Kubernetes sees in it.
    private Asked nothing(String method, Map<String, List<String>> parameters, ApiError why) {
        boolean collection = target.name().isEmpty();
        String verb = switch (method) {
            case "GET", "HEAD" -> collection ? reading(true, parameters).word() : watch ? "watch" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> "";
        };
        return new Asked(new Question.OfNothing(verb, target), parameters, Optional.of(why));
    }
}
