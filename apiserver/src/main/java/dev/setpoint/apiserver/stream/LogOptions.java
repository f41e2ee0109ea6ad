package dev.setpoint.apiserver.stream;

import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How much of a log is wanted, and whether it goes on.
///
/// @param previous of the life before the present one
/// @param since only what was printed from then on
/// @param tail only so many of the lines that are there
public record LogOptions(
        boolean follow,
        boolean previous,
        boolean timestamps,
        Optional<Instant> since,
        OptionalLong tail,
        OptionalLong limitBytes) {
    private static final GroupVersionKind KIND = new GroupVersionKind("", "v1", "PodLogOptions");

    /// @param now from which `sinceSeconds` count back
    static LogOptions of(Request request, Instant now) {
        List<FieldError> errors = new ArrayList<>();
        OptionalLong tail = number(request, "tailLines", 0, errors);
        OptionalLong limit = number(request, "limitBytes", 1, errors);
        OptionalLong seconds = number(request, "sinceSeconds", 1, errors);
        Optional<Instant> time = Timestamps.parse(request.parameter("sinceTime"));
        if (seconds.isPresent() && time.isPresent()) {
            errors.add(FieldError.forbidden("", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
        }
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(KIND, request.target().name(), errors));
        }
        Optional<Instant> since = seconds.isPresent() ? Optional.of(now.minusSeconds(seconds.getAsLong())) : time;
        return new LogOptions(
                flag(request, "follow"), flag(request, "previous"), flag(request, "timestamps"), since, tail, limit);
    }

    private static boolean flag(Request request, String name) {
        return List.of("true", "1").contains(request.parameter(name));
    }

    private static OptionalLong number(Request request, String name, long least, List<FieldError> errors) {
        String text = request.parameter(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(text);
            if (number < least) {
                errors.add(FieldError.invalid(
                        name, text, least == 0 ? "must be greater than or equal to 0" : "must be greater than 0"));
            }
            return OptionalLong.of(number);
        } catch (NumberFormatException _) {
            throw new ApiException(
                    new ApiError.BadRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax"));
        }
    }
}
