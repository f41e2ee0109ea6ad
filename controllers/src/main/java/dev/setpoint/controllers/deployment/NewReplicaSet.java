package dev.setpoint.controllers.deployment;

import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.controllers.workload.TemplateHash;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;

/// The ReplicaSet that a Deployment makes for a template that it has no set for.
///
/// Its name follows from the template, so that making it twice makes it once. Hash, name and selector:
///
///     Deployment web  ->  ReplicaSet web-5d88d97b8, selecting app=web,pod-template-hash=5d88d97b8
final class NewReplicaSet {
    private static final int LONGEST_NAME = 253;

    private NewReplicaSet() {}

    /// Without pods and annotations: how many it gets depends on the sets beside it.
    static ReplicaSet of(Deployment deployment) {
        PodTemplateSpec template = deployment.getSpec().getTemplate();
        String hash =
                TemplateHash.of(template, DeploymentStatuses.before(deployment).getCollisionCount());
        ObjectMeta metadata = template.getMetadata() == null ? new ObjectMeta() : template.getMetadata();
        // The rest of the template is shared: nobody changes what was read.
        PodTemplateSpec hashed = new PodTemplateSpec(
                new ObjectMetaBuilder(metadata)
                        .addToLabels(PodTemplates.HASH_LABEL, hash)
                        .build(),
                template.getSpec());
        ObjectMeta named = new ObjectMetaBuilder()
                .withName(name(Metadata.name(deployment), hash))
                .withNamespace(deployment.getMetadata().getNamespace())
                .withLabels(hashed.getMetadata().getLabels())
                .withOwnerReferences(ControllerReferences.reference(deployment))
                .build();
        LabelSelector selector = new LabelSelectorBuilder(deployment.getSpec().getSelector())
                .addToMatchLabels(PodTemplates.HASH_LABEL, hash)
                .build();
        ReplicaSetSpec spec = new ReplicaSetSpec(deployment.getSpec().getMinReadySeconds(), 0, selector, hashed);
        ReplicaSet set = new ReplicaSet();
        set.setMetadata(named);
        set.setSpec(spec);
        return set;
    }

    private static String name(String deployment, String hash) {
        int room = LONGEST_NAME - 1 - hash.length();
        return deployment.substring(0, Math.min(deployment.length(), room)) + "-" + hash;
    }
}
