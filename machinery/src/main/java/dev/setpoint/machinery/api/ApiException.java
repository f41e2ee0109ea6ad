package dev.setpoint.machinery.api;

import java.util.Objects;

/// The caller's or the world's failure, carrying one [ApiError]. Without a stack trace: it is an answer, not a defect.
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ApiError error;

    public ApiException(ApiError error) {
        super(Status.of(error).message(), null, false, false);
        this.error = error;
    }

    public ApiError error() {
        return error;
    }

    /// What people are told, as over the wire.
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}
