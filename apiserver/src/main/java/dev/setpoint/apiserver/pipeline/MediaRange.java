package dev.setpoint.apiserver.pipeline;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// One thing that a client accepts: `application/json;as=Table;v=v1;g=meta.k8s.io`.
///
/// @param type    in lower case, without parameters: `application/json`, `application/*`
/// @param parameters without the quality, which is in the order of the list
public record MediaRange(String type, Map<String, String> parameters) {
    public static MediaRange parse(String text) {
        String[] parts = text.split(";", -1);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals > 0) {
                parameters.put(
                        parts[i].substring(0, equals).strip().toLowerCase(Locale.ROOT),
                        parts[i].substring(equals + 1).strip());
            }
        }
        return new MediaRange(parts[0].strip().toLowerCase(Locale.ROOT), parameters);
    }

    public String parameter(String name) {
        return parameters.getOrDefault(name, "");
    }

    /// Whether this range covers a media type.
    public boolean covers(String mediaType) {
        return type.equals(mediaType)
                || type.equals("*/*")
                || (type.endsWith("/*") && mediaType.startsWith(type.substring(0, type.length() - 1)));
    }
}
