package dev.setpoint.reconcile;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Scope;
import java.util.function.Supplier;

/// What people see of one call of a reconciler in their traces: a span, and below it one for each write.
final class RunTrace {
    /// The name under which the library asks for a tracer.
    static final String LIBRARY = "dev.setpoint.reconcile";

    /// For those who look at no traces.
    static final Tracer NONE = TracerProvider.noop().get(LIBRARY);

    private static final AttributeKey<String> CONTROLLER = AttributeKey.stringKey("setpoint.controller");
    private static final AttributeKey<String> KEY = AttributeKey.stringKey("setpoint.key");
    private static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("k8s.namespace.name");
    private static final AttributeKey<String> NAME = AttributeKey.stringKey("setpoint.object.name");
    private static final AttributeKey<String> RESOURCE = AttributeKey.stringKey("setpoint.resource");
    private static final AttributeKey<String> SUBRESOURCE = AttributeKey.stringKey("setpoint.subresource");
    private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("setpoint.outcome");
    private static final AttributeKey<Long> FAILURES = AttributeKey.longKey("setpoint.failures");

    private final Tracer tracer;
    private final Span span;

    private RunTrace(Tracer tracer, Span span) {
        this.tracer = tracer;
        this.span = span;
    }

    /// @param key as text, and where it is an object's with its parts, by which people look for it
    static RunTrace begin(Tracer tracer, String controller, Object key) {
        Span span = tracer.spanBuilder("reconcile " + controller)
                .setNoParent()
                .setAttribute(CONTROLLER, controller)
                .startSpan();
        if (span.isRecording()) {
            span.setAttribute(KEY, key.toString());
            if (key instanceof ObjectKey(var namespace, var name)) {
                span.setAttribute(NAMESPACE, namespace);
                span.setAttribute(NAME, name);
            }
        }
        return new RunTrace(tracer, span);
    }

    /// Calls the reconciler, which may hang spans of its own below this one.
    <R> R call(Supplier<R> body) {
        try (Scope _ = span.makeCurrent()) {
            return body.get();
        }
    }

    /// Also on another thread than the reconciler's: a [Batch] writes on several.
    <R> R write(String verb, Target target, Supplier<R> write) {
        if (!span.isRecording()) { // Nobody looks, as nearly always: not even the names are put together.
            return write.get();
        }
        SpanBuilder builder = tracer.spanBuilder(verb + " " + target.resource().resource())
                .setParent(io.opentelemetry.context.Context.root().with(span))
                .setAttribute(RESOURCE, target.resource().groupResource().toString())
                .setAttribute(NAMESPACE, target.namespace())
                .setAttribute(NAME, target.name());
        if (!target.subresource().isEmpty()) {
            builder.setAttribute(SUBRESOURCE, target.subresource());
        }
        Span child = builder.startSpan();
        try {
            return write.get();
        } catch (RuntimeException e) {
            fail(child, e);
            throw e;
        } finally {
            child.end();
        }
    }

    /// The loop was not called: the caches do not show yet what was found out about a write in doubt.
    void waits() {
        span.setAttribute(OUTCOME, "waits for caches");
        span.end();
    }

    void ended(Outcome outcome) {
        String word = switch (outcome) {
            case Outcome.Done _ -> "done";
            case Outcome.CheckAgain _ -> "check again";
        };
        span.setAttribute(OUTCOME, word);
        span.end();
    }

    /// @param failures how often in a row, this time included
    void failed(Throwable failure, int failures) {
        span.setAttribute(OUTCOME, failure instanceof TerminalException ? "given up" : "failed");
        span.setAttribute(FAILURES, (long) failures);
        fail(span, failure);
        span.end();
    }

    private static void fail(Span span, Throwable failure) {
        span.recordException(failure);
        span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
    }
}
