package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who controls what. An object has at most one controller, named by the owner reference that says so; a
/// controller takes what its selector picks and nobody controls, and lets go of what its selector no longer
/// picks.
public final class ControllerReferences {
    private ControllerReferences() {}

    /// What a controller does about one object that it may own.
    public enum Claim {
        /// It is ours and matches.
        KEEP,
        /// Nobody controls it and it matches: it becomes ours.
        ADOPT,
        /// It is ours and no longer matches: it becomes nobody's.
        RELEASE,
        /// Not ours, and not to become so.
        IGNORE
    }

    public static Optional<OwnerReference> controllerOf(HasMetadata object) {
        for (OwnerReference owner : owners(object)) { // Asked of every pod of a set in every look at it.
            if (Boolean.TRUE.equals(owner.getController())) {
                return Optional.of(owner);
            }
        }
        return Optional.empty();
    }

    public static boolean controls(HasMetadata controller, HasMetadata object) {
        return controllerOf(object)
                .map(owner -> owner.getUid().equals(Metadata.uid(controller)))
                .orElse(false);
    }

    /// A controller that is being deleted takes and releases nothing: what becomes of its dependents is
    /// then for the garbage collector to say.
    public static Claim claim(HasMetadata controller, @Nullable LabelSelector selector, HasMetadata object) {
        boolean matches = WorkloadSelector.matches(selector, Metadata.labels(object));
        Optional<OwnerReference> owner = controllerOf(object);
        if (owner.isPresent()) {
            if (!owner.get().getUid().equals(Metadata.uid(controller))) {
                return Claim.IGNORE;
            }
            if (matches) {
                return Claim.KEEP;
            }
            return Metadata.deleting(controller) ? Claim.IGNORE : Claim.RELEASE;
        }
        return matches && !Metadata.deleting(controller) && !Metadata.deleting(object) ? Claim.ADOPT : Claim.IGNORE;
    }

    /// The reference that an object made by a controller carries.
    public static OwnerReference reference(HasMetadata controller) {
        return new OwnerReferenceBuilder()
                .withApiVersion(controller.getApiVersion())
                .withKind(controller.getKind())
                .withName(Metadata.name(controller))
                .withUid(Metadata.uid(controller))
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    static List<OwnerReference> owners(HasMetadata object) {
        List<OwnerReference> owners = object.getMetadata().getOwnerReferences();
        return owners == null ? List.of() : owners;
    }
}
