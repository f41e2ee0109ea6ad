package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
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
record ResourcePath(Target target, boolean watch) {
    /// What may follow the name of a namespace without being a resource in it.
    private static final List<String> NAMESPACE_SUBRESOURCES = List.of("status", "finalize");

    /// Empty for paths that name no resource: discovery, health, documents.
    ///
    /// @throws ApiException for a path under a version that cannot be any resource
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
        if (rest.size() > 3 && rest.get(2).equals("proxy")) { // What follows belongs to whom the request is passed on.
            rest = rest.subList(0, 3);
        }
        if (rest.size() > 3 || rest.contains("") || parts.contains("") || version.isEmpty()) {
            throw new ApiException(new ApiError.NoSuchPath());
        }
        return new ResourcePath(
                new Target(
                        new GroupVersionResource(group, version, rest.getFirst()),
                        namespace,
                        rest.size() > 1 ? rest.get(1) : "",
                        rest.size() > 2 ? rest.get(2) : ""),
                watch);
    }

    /// @throws ApiException when the method has no meaning on such a path
    Verb verb(String method, Map<String, List<String>> parameters) {
        boolean collection = target.name().isEmpty();
        boolean object = !collection && target.subresource().isEmpty();
        boolean meaningful = switch (method) {
            case "GET", "DELETE" -> true;
            case "POST" -> !object;
            case "PUT", "PATCH" -> !collection;
            default -> false;
        };
        if (!meaningful || (watch && !method.equals("GET"))) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        return switch (method) {
            case "GET" -> reading(collection, parameters);
            case "POST" -> Verb.CREATE;
            case "PUT" -> Verb.UPDATE;
            case "PATCH" -> Verb.PATCH;
            default -> collection ? Verb.DELETE_COLLECTION : Verb.DELETE;
        };
    }

    /// The old way to watch one object names it in the path; the pipeline knows only collections with a
    /// selector.
    Target target(Verb verb) {
        return verb == Verb.WATCH ? Target.collection(target.resource(), target.namespace()) : target;
    }

    Map<String, List<String>> parameters(Map<String, List<String>> given, Verb verb) {
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
}
