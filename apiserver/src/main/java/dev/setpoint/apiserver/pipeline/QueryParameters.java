package dev.setpoint.apiserver.pipeline;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads query parameters as Kubernetes does, with its words for those that cannot be read.
public final class QueryParameters {
    private QueryParameters() {}

    /// Present and empty counts as true, as do all words but `false` and `0`.
    public static Optional<Boolean> flag(Call call, String name) {
        List<String> values = call.parameters().get(name);
        if (values == null) {
            return Optional.empty();
        }
        String word = values.isEmpty() ? "" : values.getFirst().toLowerCase(Locale.ROOT);
        return Optional.of(!word.equals("false") && !word.equals("0"));
    }

    public static OptionalLong number(Call call, String name) {
        String text = call.parameter(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw new ApiException(new ApiError.BadRequest(notANumber("ParseInt", text)));
        }
    }

    /// A resource version that the caller sent; empty when it is no number.
    public static OptionalLong revision(String text) {
        if (text.isEmpty() || text.length() > 19 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }

    /// The sentence that clients know from Kubernetes for a number that is none.
    public static String notANumber(String parser, String text) {
        return "strconv." + parser + ": parsing \"" + text + "\": invalid syntax";
    }
}
