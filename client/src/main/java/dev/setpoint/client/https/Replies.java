package dev.setpoint.client.https;

import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waits for what a library promises, on the terms of [Env]: with a deadline, and ending when the task is cancelled.
final class Replies {
    /// A server gives up after a minute; a connection that says nothing for longer is dead.
    static final Duration PATIENCE = Duration.ofSeconds(65);

    private Replies() {}

    /// @throws ApiException when there is no answer: whether the request was carried out is not known then
    static <R> R await(Env env, CompletableFuture<R> future) {
        Promise<R> promise = env.promise();
        CompletableFuture<R> told = future.whenComplete((answer, failure) -> {
            if (failure == null) {
                promise.complete(answer);
            } else {
                promise.fail(new ApiException(new ApiError.Unanswered(reason(failure))));
            }
        });
        try {
            Optional<R> answer = promise.await(PATIENCE);
            if (answer.isEmpty()) {
                told.cancel(true);
                future.cancel(true);
                throw new ApiException(new ApiError.Timeout("no answer within " + PATIENCE.toSeconds() + " s"));
            }
            return answer.get();
        } catch (CancellationException e) {
            future.cancel(true);
            throw e;
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return "the server cannot be reached: " + cause;
    }
}
