package dev.setpoint.resources.strategy;

import java.util.Optional;

/// What is to be known of a kind in one word each.
///
/// @param names what names of the kind look like
/// @param deprecation what every request for this version is told, if it is a deprecated one
public record Traits(
        NameRule names,
        Finalizers finalizers,
        Generations generations,
        UpdateVersion updateVersion,
        UpdateOfMissing updateOfMissing,
        Dependents dependents,
        DeletionAnswer deletionAnswer,
        Optional<String> deprecation) {
    /// Of kinds of which nothing else is known.
    static final Traits PLAIN = new Traits(
            NameRule.SUBDOMAIN,
            Finalizers.ANY,
            Generations.COUNTED,
            UpdateVersion.OPTIONAL,
            UpdateOfMissing.NOT_FOUND,
            Dependents.COLLECTED,
            DeletionAnswer.STATUS,
            Optional.empty());

    /// Of all custom resources.
    public static Traits custom(Optional<String> deprecation) {
        return new Traits(
                NameRule.SUBDOMAIN,
                Finalizers.ANY,
                Generations.COUNTED,
                UpdateVersion.REQUIRED,
                UpdateOfMissing.NOT_FOUND,
                Dependents.COLLECTED,
                DeletionAnswer.STATUS,
                deprecation);
    }

    /// What finalizers of a new object look like.
    public enum Finalizers {
        /// With a domain in front, as in all of Kubernetes' own kinds that nobody extends.
        QUALIFIED,
        ANY
    }

    /// What `metadata.generation` counts.
    public enum Generations {
        /// The changes of the desired state, and the mark of a deletion.
        COUNTED,
        /// The changes of the desired state alone.
        COUNTED_UNTIL_DELETION,
        /// It stays whatever the creator set, and moves with the mark of a deletion.
        AS_CREATED;

        public boolean countsChanges() {
            return this != AS_CREATED;
        }

        public boolean countsDeletion() {
            return this != COUNTED_UNTIL_DELETION;
        }
    }

    /// Whether an update has to name the resource version that it changes.
    public enum UpdateVersion {
        /// Without one, an update is taken as "whatever is there now".
        OPTIONAL,
        REQUIRED
    }

    /// What an update of an object does that does not exist.
    public enum UpdateOfMissing {
        NOT_FOUND,
        CREATED
    }

    /// What becomes of dependents when a deletion does not say.
    public enum Dependents {
        COLLECTED,
        ORPHANED
    }

    /// With what a deletion answers that removed the object.
    public enum DeletionAnswer {
        STATUS,
        OBJECT
    }
}
