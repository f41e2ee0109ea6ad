package dev.setpoint.controllers.rootca;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Namespaces;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Map;
import java.util.Optional;

/// The ConfigMap that a namespace lacks, or as it should be.
final class RootCaPlan {
    static final String NAME = "kube-root-ca.crt";

    private static final String DESCRIPTION = "kubernetes.io/description";
    private static final String TEXT = "Contains a CA bundle that can be used to verify the kube-apiserver when using"
            + " internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is"
            + " guaranteed across distributions of Kubernetes clusters.";

    private RootCaPlan() {}

    /// What to do about the ConfigMap of one namespace.
    sealed interface Action {
        record Create(ConfigMap map) implements Action {}

        record Update(ConfigMap map) implements Action {}
    }

    /// @param certificate in PEM
    static Optional<Action> plan(Namespace namespace, Optional<ConfigMap> found, String certificate) {
        if (!Namespaces.active(namespace)) {
            return Optional.empty();
        }
        Map<String, String> data = Map.of("ca.crt", certificate);
        if (found.isEmpty()) {
            return Optional.of(new Action.Create(new ConfigMapBuilder()
                    .withNewMetadata()
                    .withNamespace(namespace.getMetadata().getName())
                    .withName(NAME)
                    .addToAnnotations(DESCRIPTION, TEXT)
                    .endMetadata()
                    .withData(data)
                    .build()));
        }
        ConfigMap map = found.get();
        String description = Metadata.annotation(map, DESCRIPTION);
        if (data.equals(map.getData()) && !description.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Action.Update(new ConfigMapBuilder(map)
                .editMetadata()
                .addToAnnotations(DESCRIPTION, description.isEmpty() ? TEXT : description)
                .endMetadata()
                .withData(data)
                .build()));
    }
}
