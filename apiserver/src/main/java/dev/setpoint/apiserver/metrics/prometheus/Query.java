package dev.setpoint.apiserver.metrics.prometheus;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import dev.setpoint.machinery.selector.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A query for the series of one name, in PromQL. Whatever a caller writes stays inside quotes.
///
///     queue_length{queue="orders",zone=~"a|b"}
record Query(String metric, List<String> matchers) {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]{0,199}");

    static boolean isName(String metric) {
        return NAME.matcher(metric).matches();
    }

    static Query of(String metric) {
        return new Query(metric, List.of());
    }

    Query with(String label, String value) {
        return matching(label, "=", value);
    }

    Query having(String label) {
        return matching(label, "!=", "");
    }

    /// @param selector a label selector; the characters that PromQL's labels do not have become underscores
    Query selecting(String selector) {
        try {
            Query query = this;
            for (Requirement requirement : LabelSelector.parse(selector).requirements()) {
                query = query.selecting(requirement);
            }
            return query;
        } catch (MalformedSelectorException e) {
            throw new ApiException(new ApiError.BadRequest(String.valueOf(e.getMessage())));
        }
    }

    private Query selecting(Requirement requirement) {
        String label = requirement.key().replaceAll("[^a-zA-Z0-9_]", "_");
        String any = requirement.values().stream().map(Query::literally).collect(Collectors.joining("|"));
        return switch (requirement.operator()) {
            case EQUALS -> with(label, requirement.values().getFirst());
            case NOT_EQUALS -> matching(label, "!=", requirement.values().getFirst());
            case IN -> matching(label, "=~", any);
            case NOT_IN -> matching(label, "!~", any);
            case EXISTS -> having(label);
            case MISSING -> with(label, "");
            case GREATER, LESS ->
                throw new ApiException(new ApiError.BadRequest("metrics cannot be selected by " + requirement));
        };
    }

    /// A value of a label as a regular expression: its letters, digits, `-` and `_` are themselves.
    private static String literally(String value) {
        return value.replace(".", "\\.");
    }

    private Query matching(String label, String operator, String value) {
        List<String> more = new ArrayList<>(matchers);
        more.add(label + operator + "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
        return new Query(metric, more);
    }

    String sumBy(String label) {
        return "sum by (" + label + ") (" + this + ")";
    }

    @Override
    public String toString() {
        return metric + (matchers.isEmpty() ? "" : "{" + String.join(",", matchers) + "}");
    }
}
