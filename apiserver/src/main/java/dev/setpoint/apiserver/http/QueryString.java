package dev.setpoint.apiserver.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decodes the part of a URL after the question mark.
final class QueryString {
    private QueryString() {}

    /// In the order in which the names first occur. A pair that cannot be decoded is left out, as Go's parser
    /// does it.
    static Map<String, List<String>> parse(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty() && pair.indexOf(';') < 0) {
                add(parameters, pair);
            }
        }
        return parameters;
    }

    private static void add(Map<String, List<String>> parameters, String pair) {
        int equals = pair.indexOf('=');
        try {
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            parameters.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
        } catch (IllegalArgumentException _) {
            return; // A percent sign without two hexadecimal digits.
        }
    }

    private static String decode(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
