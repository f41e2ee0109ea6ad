package dev.setpoint.machinery.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

final class PatchAssertions {
    private PatchAssertions() {}

    /// JSON with single quotes, for the reader's sake.
    static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    static void refuses(ThrowingCallable call, ApiError error) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(error));
    }
}
