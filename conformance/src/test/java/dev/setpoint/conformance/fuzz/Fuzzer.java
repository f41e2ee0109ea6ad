package dev.setpoint.conformance.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Makes the input with a number from a seed: equal seeds and numbers give equal inputs.
final class Fuzzer {
    private static final List<String> PATCHES = List.of(
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json",
            "application/apply-patch+yaml");
    private static final List<String> MEDIA_TYPES = List.of(
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "text/plain",
            "application/json; charset=utf-16",
            ";",
            "application/cbor");
    private static final List<String> ACCEPTS = List.of(
            "application/json",
            "*/*",
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
            "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "application/json;as=Odd;v=v9;g=x",
            ";;;q=",
            "text/html");
    private static final List<String> PARAMETERS = List.of(
            "labelSelector",
            "fieldSelector",
            "limit",
            "continue",
            "resourceVersion",
            "resourceVersionMatch",
            "timeoutSeconds",
            "watch",
            "dryRun",
            "fieldValidation",
            "fieldManager",
            "force",
            "gracePeriodSeconds",
            "propagationPolicy",
            "orphanDependents",
            "pretty",
            "allowWatchBookmarks",
            "sendInitialEvents",
            "includeObject",
            "ignoreStoreReadErrorWithClusterBreakingPotential",
            "nonsense",
            "");
    private static final List<String> VALUES = List.of(
            "",
            "0",
            "1",
            "-1",
            "true",
            "false",
            "All",
            "Strict",
            "Ignore",
            "Warn",
            "x",
            "NotOlderThan",
            "Exact",
            "Unset",
            "Foreground",
            "Background",
            "Orphan",
            "99999999999999999999",
            "9223372036854775807",
            "1.5",
            "a=b",
            "é",
            "\u0000",
            "Object",
            "Metadata",
            "None",
            "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0",
            "x".repeat(200));
    private static final List<String> TOKENS = List.of(
            "a",
            "b.c/d",
            "=",
            "==",
            "!=",
            "!",
            ",",
            "in",
            "notin",
            "(",
            ")",
            " ",
            "x",
            "<",
            ">",
            "~",
            "\"",
            "\\",
            "%",
            "metadata.name",
            "spec.nodeName",
            "status.phase",
            "-",
            "_",
            "é",
            "1");
    private static final List<String> SEGMENTS = List.of(
            "api",
            "apis",
            "v1",
            "apps",
            "namespaces",
            "default",
            "pods",
            "configmaps",
            "deployments",
            "scale",
            "status",
            "log",
            "exec",
            "proxy",
            "watch",
            "..",
            ".",
            "",
            "%2e%2e",
            "%2F",
            "%00",
            "%ff",
            "%C3%A9",
            "x",
            "version",
            "openapi",
            "v3",
            "v2",
            "healthz",
            "metrics",
            "binding",
            "eviction",
            "token",
            "finalize");

    private static final Pattern WORKLOADS = Pattern.compile(
            "/(deployments|replicasets|statefulsets|daemonsets|replicationcontrollers|jobs|cronjobs)\\b");

    private final List<Corpus.Sample> samples = Corpus.samples();
    private final long seed;

    Fuzzer(long seed) {
        this.seed = seed;
    }

    Input input(int number, String namespace) {
        RandomGenerator random = new SplittableRandom(seed * 1_000_003 + number);
        Corpus.Sample sample = samples.get(random.nextInt(samples.size())).in(namespace);
        Input input = switch (random.nextInt(20)) {
            case 0, 1 -> reading(sample, random);
            case 2 -> astray(random);
            case 3 -> extreme(sample, random);
            case 4 -> yaml(sample, random);
            case 5, 6 -> protobuf(sample, random);
            case 7, 8 -> jsonPatch(namespace, random);
            default -> changed(sample, random);
        };
        // A namespace that goes away would leave nothing to try.
        boolean harmful = input.method().equals("DELETE")
                && input.path().matches("/api/v1/namespaces(/" + namespace + ")?(\\?.*)?");
        return harmful ? new Input("GET", input.path(), "", input.accept(), new byte[0]) : withoutConsequence(input);
    }

    /// Two thousand million replicas are a valid wish, which the controllers would see to.
    private static Input withoutConsequence(Input input) {
        boolean acted =
                !input.method().equals("GET") && WORKLOADS.matcher(input.path()).find() && !input.isDryRun();
        String path = input.path() + (input.path().contains("?") ? "&" : "?") + "dryRun=All";
        return acted ? new Input(input.method(), path, input.mediaType(), input.accept(), input.body()) : input;
    }

    private static <T> T any(List<T> list, RandomGenerator random) {
        return list.get(random.nextInt(list.size()));
    }

    private static Input changed(Corpus.Sample sample, RandomGenerator random) {
        byte[] body = Bytes.utf8(sample.text());
        Optional<JsonNode> tree = tree(sample.text());
        if (tree.isPresent() && random.nextInt(10) > 0) {
            body = Bytes.utf8(new Trees(random).mutated(tree.get()).toString());
        }
        if (random.nextInt(8) == 0) {
            body = new Bytes(random).damaged(body);
        }
        String mediaType = sample.mediaType();
        if (sample.method().equals("PATCH") && random.nextInt(3) == 0) {
            mediaType = any(PATCHES, random);
        } else if (random.nextInt(20) == 0) {
            mediaType = any(MEDIA_TYPES, random);
        }
        String accept = random.nextInt(10) == 0 ? any(ACCEPTS, random) : "application/json";
        return new Input(sample.method(), sample.path() + query(sample, random), mediaType, accept, body);
    }

    private static Optional<JsonNode> tree(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Corpus.MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static String query(Corpus.Sample sample, RandomGenerator random) {
        StringBuilder query = new StringBuilder();
        if (sample.mediaType().startsWith("application/apply-patch")) {
            query.append("&fieldManager=").append(random.nextBoolean() ? "fuzz" : "other");
        }
        if (random.nextInt(3) == 0) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                query.append('&').append(any(PARAMETERS, random)).append('=').append(encoded(any(VALUES, random)));
            }
        }
        return query.isEmpty() ? "" : "?" + query.substring(1);
    }

    /// Lists and watches with selectors that nobody would write.
    private static Input reading(Corpus.Sample sample, RandomGenerator random) {
        StringBuilder query = new StringBuilder("?");
        for (String selector : List.of("labelSelector", "fieldSelector")) {
            if (random.nextBoolean()) {
                query.append(selector).append('=');
                for (int i = random.nextInt(12); i >= 0; i--) {
                    query.append(encoded(any(TOKENS, random)));
                }
                query.append('&');
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            query.append(any(PARAMETERS, random))
                    .append('=')
                    .append(encoded(any(VALUES, random)))
                    .append('&');
        }
        String collection = sample.path().replaceFirst("/[^/]*$", random.nextBoolean() ? "" : "/configmaps");
        return new Input(
                random.nextInt(8) == 0 ? "DELETE" : "GET",
                (random.nextBoolean() ? sample.path() : collection) + query,
                "",
                any(ACCEPTS, random),
                new byte[0]);
    }

    private static Input astray(RandomGenerator random) {
        StringBuilder path = new StringBuilder();
        for (int i = random.nextInt(8); i >= 0; i--) {
            path.append('/').append(any(SEGMENTS, random));
        }
        if (random.nextInt(10) == 0) {
            path.append('/').append("y".repeat(random.nextInt(4000)));
        }
        String method = any(List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ODD"), random);
        boolean all = path.toString().matches("/api/v1/namespaces(/[^/]*)?");
        return new Input(all ? "GET" : method, path.toString(), "", any(ACCEPTS, random), new byte[0]);
    }

    private static Input extreme(Corpus.Sample sample, RandomGenerator random) {
        String method = sample.mediaType().isEmpty() ? "POST" : sample.method();
        String mediaType = sample.mediaType().isEmpty() ? "application/json" : sample.mediaType();
        return new Input(method, sample.path(), mediaType, "application/json", Bytes.utf8(new Bytes(random).extreme()));
    }

    private static Input yaml(Corpus.Sample sample, RandomGenerator random) {
        String text = new Bytes(random).yaml();
        if (random.nextBoolean()) {
            text = "metadata: {name: y}\n" + text;
        }
        boolean apply = sample.method().equals("PATCH");
        return new Input(
                apply ? "PATCH" : "POST",
                sample.path() + (apply ? "?fieldManager=yaml" : ""),
                apply ? "application/apply-patch+yaml" : "application/yaml",
                "application/json",
                random.nextInt(4) == 0 ? new Bytes(random).damaged(Bytes.utf8(text)) : Bytes.utf8(text));
    }

    private static Input protobuf(Corpus.Sample sample, RandomGenerator random) {
        Optional<JsonNode> tree = tree(sample.text());
        String apiVersion = tree.map(node -> node.path("apiVersion").asText()).orElse("v1");
        String kind = tree.map(node -> node.path("kind").asText()).orElse("Pod");
        return new Input(
                sample.method().equals("PATCH") || sample.method().equals("GET") ? "POST" : sample.method(),
                sample.path(),
                "application/vnd.kubernetes.protobuf",
                "application/json",
                new Bytes(random).protobuf(apiVersion, kind));
    }

    private static Input jsonPatch(String namespace, RandomGenerator random) {
        Trees trees = new Trees(random);
        StringBuilder list = new StringBuilder("[");
        int operations = random.nextInt(80) == 0 ? 12_000 : 1 + random.nextInt(4);
        for (int i = 0; i < operations; i++) {
            list.append(i == 0 ? "" : ",")
                    .append("{\"op\":\"")
                    .append(any(List.of("add", "remove", "replace", "move", "copy", "test", "odd"), random))
                    .append("\",\"path\":\"")
                    .append(pointer(random))
                    .append("\",\"from\":\"")
                    .append(pointer(random))
                    .append("\",\"value\":")
                    .append(trees.value(2))
                    .append('}');
        }
        return new Input(
                "PATCH",
                "/api/v1/namespaces/" + namespace + "/configmaps/target",
                PATCHES.getFirst(),
                "application/json",
                Bytes.utf8(list.append(']').toString()));
    }

    private static String pointer(RandomGenerator random) {
        StringBuilder pointer = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            pointer.append('/')
                    .append(any(
                            List.of("data", "metadata", "labels", "a", "-", "0", "-1", "~0", "~1", "~2", ""), random));
        }
        return pointer.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
