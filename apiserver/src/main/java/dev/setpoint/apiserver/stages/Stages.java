package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.authn.Authenticator;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Puts the stages together.
public final class Stages {
    private final Parts parts;
    private final CallMetrics metrics;
    private final Places places;

    /// @param served whether a resource is
    /// @param limits of places
    /// @param resources what answers calls about resources
    public record Parts(
            Optional<CallRecorder> recorder,
            Metrics metrics,
            Predicate<GroupVersionResource> served,
            Authenticator authenticator,
            Supplier<Instant> now,
            Authorizer authorizer,
            Places.Limits limits,
            Pipeline resources) {}

    public Stages(Parts parts) {
        this.parts = parts;
        this.metrics = new CallMetrics(parts.metrics(), parts.served());
        this.places = new Places(parts.limits());
    }

    /// For callers outside the server, whoever they are.
    ///
    /// @param documents what is served beside resources
    /// @param before what stands between authorization and the answer: trouble that somebody ordered, or the border
    ///     of a simulated world
    public Pipeline outside(Documents documents, UnaryOperator<Pipeline> before) {
        Pipeline authorized = new Authorized(parts.authorizer(), before.apply(routed(documents)));
        Pipeline bounded = new Bounded(places, authorized);
        Pipeline impersonated = new Impersonated(parts.authorizer(), bounded);
        return seen(new Authenticated(parts.authenticator(), parts.now(), impersonated));
    }

    /// For the loops of the control plane: who they are is known from the beginning, and each has a bounded
    /// number of workers, so they take no places.
    public Pipeline inside() {
        return seen(new Authenticated(
                parts.authenticator(), parts.now(), new Authorized(parts.authorizer(), routed(Documents.NONE))));
    }

    private Pipeline routed(Documents documents) {
        return new Routed(parts.resources(), documents);
    }

    private Pipeline seen(Pipeline rest) {
        Pipeline measured = new Measured(metrics, rest);
        return parts.recorder()
                .<Pipeline>map(recorder -> new Recorded(recorder, measured))
                .orElse(measured);
    }
}
