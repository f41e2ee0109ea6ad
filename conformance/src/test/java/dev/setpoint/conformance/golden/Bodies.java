package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.net.URLEncoder;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How the parts of a request are written in a scenario, and on the wire.
final class Bodies {
    private Bodies() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Media types are compared without regard to blanks.
    static String contentType(HttpHeaders headers) {
        return headers.firstValue("Content-Type")
                .orElse("")
                .replaceAll("\\s*;\\s*", ";")
                .strip();
    }

    /// @param query a map in which a list repeats its key, a text that is taken as it is, or nothing
    static String url(String path, JsonNode query) {
        if (query.isTextual()) {
            return path + "?" + query.textValue();
        }
        List<String> pairs = new ArrayList<>();
        for (Map.Entry<String, JsonNode> parameter : query.properties()) {
            for (JsonNode value : several(parameter.getValue())) {
                pairs.add(encoded(parameter.getKey()) + "=" + encoded(value.asText()));
            }
        }
        return pairs.isEmpty() ? path : path + "?" + String.join("&", pairs);
    }

    static List<Wire.Header> headers(JsonNode headers) {
        List<Wire.Header> result = new ArrayList<>();
        for (Map.Entry<String, JsonNode> header : headers.properties()) {
            for (JsonNode value : several(header.getValue())) {
                result.add(new Wire.Header(header.getKey(), value.asText()));
            }
        }
        return result;
    }

    private static JsonNode several(JsonNode value) {
        return value.isArray() ? value : JsonNodeFactory.instance.arrayNode().add(value);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
