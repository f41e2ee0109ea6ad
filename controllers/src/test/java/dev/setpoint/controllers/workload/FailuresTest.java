package dev.setpoint.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import org.junit.jupiter.api.Test;

class FailuresTest {
    private static final GroupResource PODS = new GroupResource("", "pods");

    private static ApiException conflict(String why) {
        return new ApiException(new ApiError.Conflict(PODS, "web-1", why));
    }

    @Test
    void whatIsNotFoundIsGone() {
        assertThat(Failures.gone(new ApiException(new ApiError.NotFound(PODS, "web-1"))))
                .isTrue();
    }

    @Test
    void whatHasLeftItsNameToAnotherIsGone() {
        assertThat(Failures.gone(conflict("the UID in the precondition (1) does not match the UID in record (2)."
                        + " The object might have been deleted and then recreated")))
                .isTrue();
        assertThat(Failures.gone(conflict("Precondition failed: UID in precondition: 1, UID in object meta: 2")))
                .isTrue();
    }

    @Test
    void whatHasOnlyChangedIsStillThere() {
        ApiException changed =
                conflict("the object has been modified; please apply your changes to the latest version");
        assertThat(Failures.gone(changed)).isFalse();
        assertThat(Failures.outdated(changed)).isTrue();
    }
}
