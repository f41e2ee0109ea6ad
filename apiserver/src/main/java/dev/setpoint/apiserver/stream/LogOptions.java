package dev.setpoint.apiserver.stream;

import dev.setpoint.apiserver.pipeline.Call;
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
    static LogOptions of(Call call, Instant now) {
        List<FieldError> errors = new ArrayList<>();
        OptionalLong tail = number(call, "tailLines", 0, errors);
        OptionalLong limit = number(call, "limitBytes", 1, errors);
        OptionalLong seconds = number(call, "sinceSeconds", 1, errors);
        Optional<Instant> time = Timestamps.parse(call.parameter("sinceTime"));
        if (seconds.isPresent() && time.isPresent()) {
            errors.add(FieldError.forbidden("", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
        }
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(KIND, call.target().name(), errors));
        }
        Optional<Instant> since = seconds.isPresent() ? Optional.of(before(now, seconds.getAsLong())) : time;
        return new LogOptions(
                flag(call, "follow"), flag(call, "previous"), flag(call, "timestamps"), since, tail, limit);
    }

    /// Longer ago than anything was written is as long ago as anything was.
    private static Instant before(Instant now, long seconds) {
        return seconds < now.getEpochSecond() ? now.minusSeconds(seconds) : Instant.EPOCH;
    }

    private static boolean flag(Call call, String name) {
        return List.of("true", "1").contains(call.parameter(name));
    }

    private static OptionalLong number(Call call, String name, long least, List<FieldError> errors) {
        String text = call.parameter(name);
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
