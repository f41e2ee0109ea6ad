package dev.setpoint.resources.structural;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules of a schema (`x-kubernetes-validations`), compiled.
///
/// They are written in CEL, whose engine is large. Whoever judges objects by them brings it as a [Language]; whoever
/// only wants to know the names and versions of a definition does not carry it.
public interface SchemaRules {
    /// Steps to the parts of a schema; a property is its name after a dot.
    String ITEMS = "items";

    String ADDITIONAL = "additionalProperties";

    /// @param old null for a new object
    List<FieldError> validate(JsonObject object, Structural root, @Nullable JsonObject old);

    /// What is to be said of one rule.
    ///
    /// @param uncorrelated where the nearest list or map stands whose parts cannot be told apart over time
    record Finding(
            Optional<String> ruleMistake,
            Optional<String> messageMistake,
            boolean usesOldSelf,
            Optional<List<String>> uncorrelated) {}

    /// Hears of every rule of a schema.
    interface Examiner {
        /// @param steps from the root to the schema
        void found(Structural schema, List<String> steps, int index, Finding finding);
    }

    /// What compiles rules.
    interface Language {
        /// For whoever judges no object. Fails when it is asked: a rule must not be passed over in silence.
        Language NONE = new Language() {
            @Override
            public SchemaRules compile(Structural root) {
                throw new IllegalStateException("no language for the rules of " + root + " (expected: CEL)");
            }

            @Override
            public void examine(Structural root, Examiner examiner) {
                throw new IllegalStateException("no language for the rules of " + root + " (expected: CEL)");
            }
        };

        /// Those that do not compile are left out: a definition with such rules was refused.
        SchemaRules compile(Structural root);

        /// Compiles every rule, for whoever wants to know what is wrong with it.
        void examine(Structural root, Examiner examiner);
    }
}
