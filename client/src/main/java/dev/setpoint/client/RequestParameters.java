package dev.setpoint.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Options as the parameters of a request, in order; what is not said is left out.
public final class RequestParameters {
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private RequestParameters() {}

    public static Map<String, List<String>> of(ListOptions options) {
        return selection(options)
                .put("limit", options.limit() > 0 ? Integer.toString(options.limit()) : "")
                .put("continue", options.continueToken())
                .put("resourceVersion", options.resourceVersion())
                .values;
    }

    /// What is selected, without how it is to be listed.
    public static Map<String, List<String>> ofSelection(ListOptions options) {
        return selection(options).values;
    }

    public static Map<String, List<String>> of(WatchOptions options) {
        return new RequestParameters()
                .put("labelSelector", options.labelSelector())
                .put("fieldSelector", options.fieldSelector())
                .put("resourceVersion", Long.toString(options.after()))
                .put("allowWatchBookmarks", options.bookmarks() ? "true" : "")
                .values;
    }

    public static Map<String, List<String>> of(WriteOptions options) {
        return new RequestParameters()
                .put("fieldManager", options.fieldManager())
                .put("dryRun", options.dryRun() ? "All" : "")
                .put("force", options.force() ? "true" : "")
                .values;
    }

    private static RequestParameters selection(ListOptions options) {
        return new RequestParameters()
                .put("labelSelector", options.labelSelector())
                .put("fieldSelector", options.fieldSelector());
    }

    private RequestParameters put(String name, String value) {
        if (!value.isEmpty()) {
            values.put(name, List.of(value));
        }
        return this;
    }
}
