package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.Registry;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.List;

/// Nothing is created in a namespace that is not there or is going away, and the cluster's own namespaces stay.
final class NamespaceLifecycle implements AdmissionPlugin {
    private static final List<String> IMMORTAL = List.of("default", "kube-system", "kube-public");

    @Override
    public String name() {
        return "NamespaceLifecycle";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (attempt.operation() != Operation.CREATE
                || !attempt.resource().type().namespaced()) {
            return;
        }
        String namespace = attempt.key().namespace();
        Stored home = attempt.find(new Key("namespaces", "", namespace))
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(Registry.NAMESPACES, namespace)));
        if (home.header().deleting()) {
            throw new ApiException(new ApiError.NamespaceTerminating(
                    attempt.resource().groupResource(), attempt.key().name(), namespace));
        }
    }

    @Override
    public void validate(AdmissionAttempt attempt) {
        if (attempt.concerns(Operation.DELETE, "namespaces")
                && IMMORTAL.contains(attempt.key().name())) {
            throw attempt.forbidden("this namespace may not be deleted");
        }
    }
}
