package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.Admission;
import dev.setpoint.apiserver.registry.Registry;
import dev.setpoint.apiserver.registry.Review;
import dev.setpoint.apiserver.registry.Review.Operation;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.List;

/// Nothing is created in a namespace that is not there or is going away, and the cluster's own namespaces stay.
final class NamespaceLifecycle implements Admission {
    private static final List<String> IMMORTAL = List.of("default", "kube-system", "kube-public");

    @Override
    public String name() {
        return "NamespaceLifecycle";
    }

    @Override
    public void mutate(Review review) {
        if (review.operation() != Operation.CREATE || !review.resource().type().namespaced()) {
            return;
        }
        String namespace = review.key().namespace();
        Stored home = review.find(new Key("namespaces", "", namespace))
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(Registry.NAMESPACES, namespace)));
        if (home.header().deleting()) {
            throw new ApiException(new ApiError.NamespaceTerminating(
                    review.resource().groupResource(), review.key().name(), namespace));
        }
    }

    @Override
    public void validate(Review review) {
        if (review.concerns(Operation.DELETE, "namespaces")
                && IMMORTAL.contains(review.key().name())) {
            throw review.forbidden("this namespace may not be deleted");
        }
    }
}
