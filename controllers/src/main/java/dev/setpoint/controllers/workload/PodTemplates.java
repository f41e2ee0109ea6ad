package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.Objects;

/// The pods that a template describes.
public final class PodTemplates {
    /// Tells the pods of one generation of a Deployment from those of another.
    public static final String HASH_LABEL = "pod-template-hash";

    private static final int LONGEST_NAME = 253;

    private PodTemplates() {}

    /// A pod of a controller, to be named by the server.
    public static Pod pod(PodTemplateSpec template, HasMetadata controller) {
        ObjectMeta metadata = template.getMetadata() == null ? new ObjectMeta() : template.getMetadata();
        ObjectMeta named = new ObjectMetaBuilder()
                .withGenerateName(prefix(Metadata.name(controller)))
                .withNamespace(controller.getMetadata().getNamespace())
                .withLabels(metadata.getLabels())
                .withAnnotations(metadata.getAnnotations())
                .withFinalizers(metadata.getFinalizers())
                .withOwnerReferences(ControllerReferences.reference(controller))
                .build();
        Pod pod = new Pod();
        pod.setMetadata(named);
        pod.setSpec(template.getSpec()); // Shared: nobody changes what was read.
        return pod;
    }

    /// Whether two templates describe the same pods, whatever hash they are labelled with.
    public static boolean same(PodTemplateSpec left, PodTemplateSpec right) {
        return Objects.equals(left.getSpec(), right.getSpec())
                && unlabelled(left).equals(unlabelled(right));
    }

    private static ObjectMeta unlabelled(PodTemplateSpec template) {
        return template.getMetadata() == null
                ? new ObjectMeta()
                : new ObjectMetaBuilder(template.getMetadata())
                        .removeFromLabels(HASH_LABEL)
                        .build();
    }

    /// The dash only makes names prettier: it is left out where the name would become too long for it.
    private static String prefix(String name) {
        return name.length() < LONGEST_NAME ? name + "-" : name;
    }
}
