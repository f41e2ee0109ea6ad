package dev.setpoint.controllers.endpoints;

import dev.setpoint.controllers.endpointslice.PodEndpoints;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What to do about the Endpoints object of a Service.
final class EndpointsPlan {
    static final String LEADER = "control-plane.alpha.kubernetes.io/leader";
    static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
    static final String NAME = "endpoint-controller";

    private static final String HEADLESS = "service.kubernetes.io/headless";
    private static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";

    private EndpointsPlan() {}

    sealed interface Action {
        record Create(Endpoints endpoints) implements Action {}

        record Update(Endpoints endpoints) implements Action {}

        record Delete(Endpoints endpoints) implements Action {}
    }

    /// @param pods those that the Service selects
    static Optional<Action> plan(Optional<Service> service, List<Pod> pods, Optional<Endpoints> found) {
        if (service.isEmpty()) {
            // Old leader elections keep their record in an Endpoints object that no Service belongs to.
            return found.filter(endpoints -> !Metadata.annotations(endpoints).containsKey(LEADER))
                    .map(Action.Delete::new);
        }
        return managed(service.get()) ? kept(service.get(), Subsets.of(service.get(), pods), found) : Optional.empty();
    }

    private static boolean managed(Service service) {
        return !Metadata.orEmpty(service.getSpec().getSelector()).isEmpty()
                && !"ExternalName".equals(service.getSpec().getType());
    }

    private static Optional<Action> kept(Service service, Subsets subsets, Optional<Endpoints> found) {
        EndpointsBuilder wanted = new EndpointsBuilder(found.orElseGet(() -> named(service)))
                .editMetadata()
                .withLabels(labels(service))
                .endMetadata()
                .withSubsets(subsets.subsets());
        if (subsets.truncated()) {
            wanted.editMetadata().addToAnnotations(OVER_CAPACITY, "truncated").endMetadata();
        } else {
            wanted.editMetadata().removeFromAnnotations(OVER_CAPACITY).endMetadata();
        }
        Endpoints endpoints = wanted.build();
        if (found.isEmpty()) {
            return Optional.of(new Action.Create(endpoints));
        }
        return same(endpoints, found.get()) ? Optional.empty() : Optional.of(new Action.Update(endpoints));
    }

    private static boolean same(Endpoints one, Endpoints two) {
        return one.getSubsets().equals(two.getSubsets())
                && Metadata.labels(one).equals(Metadata.labels(two))
                && Metadata.annotations(one).equals(Metadata.annotations(two));
    }

    private static Endpoints named(Service service) {
        return new EndpointsBuilder()
                .withNewMetadata()
                .withNamespace(service.getMetadata().getNamespace())
                .withName(Metadata.name(service))
                .endMetadata()
                .build();
    }

    private static Map<String, String> labels(Service service) {
        Map<String, String> labels = new LinkedHashMap<>(Metadata.labels(service));
        labels.remove(HEADLESS);
        if (PodEndpoints.headless(service)) {
            labels.put(HEADLESS, "");
        }
        labels.put(MANAGED_BY, NAME);
        return labels;
    }
}
