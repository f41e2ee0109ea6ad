package dev.setpoint.apiserver.pipeline;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Cause;
import dev.setpoint.client.Fence;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One request, whichever way it came: over HTTPS, from a client in the same JVM, from a loop of the control plane.
///
/// The ways in differ in two things only: what they know of the caller, and how the bytes of the body and of the
/// answer travel. Everything else happens behind [Pipeline], for all alike.
///
/// @param caller whoever asks: known, or with something to show
/// @param parameters the query, decoded, in order; whoever handles the call interprets them
/// @param representation of objects in the answer
/// @param source of the body, read only when somebody who may asks for it
/// @param fence by which a leader proves that it still leads
/// @param run of the loop that calls, as it says itself
/// @param fault what is wrong with the request itself. Only who may ask is told.
/// @param life which ends when the answer is whole
public record Call(
        Caller caller,
        Question question,
        Map<String, List<String>> parameters,
        CallHeaders headers,
        Representation representation,
        BodySource source,
        Optional<Fence> fence,
        Optional<Cause.Run> run,
        Optional<ApiError> fault,
        CallLife life) {
    /// What a call is about.
    public sealed interface Question {
        record OfResource(Verb verb, Target target) implements Question {}

        /// A path that names no resource: `/healthz`.
        ///
        /// @param method in lower case
        /// @param accepted what the client would like, best first
        record OfPath(String method, String path, List<MediaRange> accepted) implements Question {}

        /// A path below a resource, or a method on one, that nothing answers: `POST /api/v1/pods/a/b/c`. It is
        /// authorized as what it looks like; then it is refused.
        ///
        /// @param verb empty for a method without a meaning
        record OfNothing(String verb, Target target) implements Question {}
    }

    /// Where the body comes from.
    @FunctionalInterface
    public interface BodySource {
        /// The same at each call.
        ///
        /// @throws dev.setpoint.machinery.api.ApiException when it is too large
        /// @throws BrokenOffException when the client did not send it
        CallBody read();

        static BodySource of(CallBody body) {
            return () -> body;
        }
    }

    /// A call from inside the JVM, by somebody whom the caller vouches for.
    public static Call inside(Env env, User user, Verb verb, Target target, CallBody body, String userAgent) {
        return new Call(
                new Caller.Known(user),
                new Question.OfResource(verb, target),
                Map.of(),
                CallHeaders.of("User-Agent", userAgent),
                Representation.OBJECT,
                BodySource.of(body),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                CallLife.begin(env, CallLife.LONGEST));
    }

    /// Who asks.
    ///
    /// @throws IllegalStateException before authentication
    public User user() {
        return switch (caller) {
            case Caller.Known(var user) -> user;
            case Caller.Unproven _ -> throw new IllegalStateException("nobody knows yet who asks");
        };
    }

    /// @throws IllegalStateException when the call is about no resource
    public Verb verb() {
        return ofResource().verb();
    }

    /// @throws IllegalStateException when the call is about no resource
    public Target target() {
        return ofResource().target();
    }

    private Question.OfResource ofResource() {
        return switch (question) {
            case Question.OfResource resource -> resource;
            case Question.OfPath _, Question.OfNothing _ ->
                throw new IllegalStateException(question + " (expected: a call about a resource)");
        };
    }

    public CallBody body() {
        return source.read();
    }

    public String userAgent() {
        return headers.first("User-Agent");
    }

    /// The first value of a parameter, or empty text.
    public String parameter(String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getFirst();
    }

    /// The same call by somebody who is known now.
    public Call by(User user) {
        return new Call(
                new Caller.Known(user), question, parameters, headers, representation, source, fence, run, fault, life);
    }

    /// Another question of the same caller on behalf of this call.
    public Call asking(Verb verb, Target target, Map<String, List<String>> newParameters, CallBody newBody) {
        return new Call(
                caller,
                new Question.OfResource(verb, target),
                newParameters,
                headers,
                Representation.OBJECT,
                BodySource.of(newBody),
                fence,
                run,
                Optional.empty(),
                life);
    }

    public Call withParameters(Map<String, List<String>> newParameters) {
        return new Call(caller, question, newParameters, headers, representation, source, fence, run, fault, life);
    }

    public Call withBody(CallBody newBody) {
        return new Call(
                caller, question, parameters, headers, representation, BodySource.of(newBody), fence, run, fault, life);
    }

    /// Why whatever this call writes was written.
    public Cause cause() {
        return new Cause(user().name(), userAgent(), run);
    }

    public Call during(Cause.Run itsRun) {
        return new Call(
                caller, question, parameters, headers, representation, source, fence, Optional.of(itsRun), fault, life);
    }

    public Call fencedBy(Fence newFence) {
        return new Call(
                caller, question, parameters, headers, representation, source, Optional.of(newFence), run, fault, life);
    }
}
