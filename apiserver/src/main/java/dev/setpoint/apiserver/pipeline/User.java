package dev.setpoint.apiserver.pipeline;

import java.util.List;
import java.util.Map;

/// Who asks, as authentication found it.
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String MASTERS = "system:masters";

    public static User of(String name, String... groups) {
        return new User(name, "", List.of(groups), Map.of());
    }
}
