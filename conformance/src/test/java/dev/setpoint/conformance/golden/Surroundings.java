package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The namespace of one conversation, and whatever else it made: all of it is gone afterwards.
final class Surroundings {
    private static final double PREPARE_SECONDS = 15;
    private static final Pattern MAKES_NO_OBJECT = Pattern.compile("/(binding|eviction|token)$");
    private static final Pattern WITH_GRACE = Pattern.compile("/(pods|nodes)/");

    private final Wire wire;
    private final String namespace;
    private final List<String> created = new ArrayList<>();

    Surroundings(Wire wire, String namespace) {
        this.wire = wire;
        this.namespace = namespace;
    }

    /// Returns when the namespace has what every namespace gets, or has had the time to.
    void prepare(Patience patience) {
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + namespace + "\"}}";
        int status =
                send("POST", "/api/v1/namespaces", "application/json", body).status();
        if (status != 201) {
            throw new AssertionError("the namespace was refused with " + status);
        }
        Instant end = patience.deadline(PREPARE_SECONDS);
        for (String wanted : List.of("serviceaccounts/default", "configmaps/kube-root-ca.crt")) {
            while (send("GET", inNamespace() + "/" + wanted).status() != 200
                    && Instant.now().isBefore(end)) {
                Patience.untilNextPoll();
            }
        }
    }

    private String inNamespace() {
        return "/api/v1/namespaces/" + namespace;
    }

    /// Remembers what a request created.
    void note(Wire.Call call, int status, JsonNode body) {
        JsonNode metadata = body.path("metadata");
        String path = call.path().replaceFirst("\\?.*", "");
        if (status != 201 || !metadata.has("name") || !metadata.has("uid")) {
            return;
        }
        if (call.method().equals("POST")) {
            if (MAKES_NO_OBJECT.matcher(path).find()) {
                return;
            }
            path += "/" + metadata.path("name").asText();
        }
        if (!created.contains(path)) {
            created.add(path);
        }
    }

    void cleanUp() {
        for (String path : created.reversed()) {
            boolean graceful = WITH_GRACE.matcher(path).find();
            JsonNode left = send("DELETE", path + (graceful ? "?gracePeriodSeconds=0" : ""))
                    .json()
                    .orElseGet(Scenario.MAPPER::createObjectNode);
            JsonNode finalizers = left.path("metadata").path("finalizers");
            boolean namespaceItself = finalizers.path(0).asText().equals("kubernetes");
            if (!finalizers.isEmpty() && !path.startsWith("/apis/apiextensions") && !namespaceItself) {
                send("PATCH", path, "application/merge-patch+json", "{\"metadata\":{\"finalizers\":null}}");
            }
        }
        send("DELETE", inNamespace() + "/pods?gracePeriodSeconds=0");
        send("DELETE", inNamespace());
    }

    private Wire.Answer send(String method, String path) {
        return wire.send(new Wire.Call(method, path, List.of(), Optional.empty(), ""));
    }

    private Wire.Answer send(String method, String path, String mediaType, String body) {
        return wire.send(new Wire.Call(
                method, path, List.of(new Wire.Header("Content-Type", mediaType)), Optional.of(Bodies.utf8(body)), ""));
    }
}
