package dev.setpoint.apiserver.authz;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Says whether somebody may do something.
public interface Authorizer {
    Decision decide(Attributes attributes);

    /// What an authorizer has to say. Nobody forbids: what none allows is refused.
    sealed interface Decision {
        /// Empty where there is nothing to say.
        String reason();

        record Allowed(String reason) implements Decision {}

        record NoOpinion(String reason) implements Decision {}
    }

    default boolean allows(Attributes attributes) {
        return decide(attributes) instanceof Decision.Allowed;
    }

    /// @throws ApiException `Forbidden`, in Kubernetes' words, unless it is allowed
    default void require(Attributes attributes) {
        if (decide(attributes) instanceof Decision.NoOpinion(var reason)) {
            String sentence = attributes.refusal() + (reason.isEmpty() ? "" : ": " + reason);
            throw new ApiException(
                    switch (attributes) {
                        case Attributes.OfResource asked ->
                            new ApiError.Forbidden(
                                    new GroupResource(asked.group(), asked.resource()), asked.name(), sentence);
                        case Attributes.OfPath _ -> new ApiError.Forbidden(new GroupResource("", ""), "", sentence);
                    });
        }
    }

    /// Asks one after the other until one allows it; the reasons of all are told when none does.
    static Authorizer firstOf(List<Authorizer> authorizers) {
        return attributes -> {
            List<Decision> decisions = new ArrayList<>();
            for (Authorizer authorizer : authorizers) {
                Decision decision = authorizer.decide(attributes);
                if (decision instanceof Decision.Allowed) {
                    return decision;
                }
                decisions.add(decision);
            }
            return new Decision.NoOpinion(decisions.stream()
                    .map(Decision::reason)
                    .filter(reason -> !reason.isEmpty())
                    .collect(Collectors.joining("\n")));
        };
    }

    /// Members of `system:masters` may do everything, whatever the roles in the store say.
    static Authorizer masters() {
        return attributes -> attributes.user().isMaster() ? new Decision.Allowed("") : new Decision.NoOpinion("");
    }
}
