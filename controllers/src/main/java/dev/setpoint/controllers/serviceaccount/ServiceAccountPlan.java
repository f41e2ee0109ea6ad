package dev.setpoint.controllers.serviceaccount;

import dev.setpoint.controllers.workload.Namespaces;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.Optional;

/// The account that a namespace lacks.
final class ServiceAccountPlan {
    static final String NAME = "default";

    private ServiceAccountPlan() {}

    static Optional<ServiceAccount> missing(Namespace namespace, Optional<ServiceAccount> found) {
        if (found.isPresent() || !Namespaces.active(namespace)) {
            return Optional.empty();
        }
        return Optional.of(new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(namespace.getMetadata().getName())
                .withName(NAME)
                .endMetadata()
                .build());
    }
}
