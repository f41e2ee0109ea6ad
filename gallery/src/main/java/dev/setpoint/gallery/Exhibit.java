package dev.setpoint.gallery;

import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/// A defect, what it looks like, and where it shows.
///
/// @param name in a few words with dashes
/// @param defect a sentence about what is wrong
/// @param oracle what the defective twin fails at
/// @param scene what people do
/// @param rule what must hold at every moment, if anything must
public record Exhibit(
        String name,
        String defect,
        String oracle,
        Scene scene,
        Function<Variant, List<Actor>> actors,
        Optional<Rule> rule) {
    public static final String CONVERGES = "converges";
    public static final String IDEMPOTENT = "idempotent";
    public static final String STEADY = "does not oscillate";
    public static final String RESTS = "does not hot-loop";
    public static final String READS_STATE = "reads state, not events";
    public static final String LEAKS_NOTHING = "leaks nothing";
    public static final String INVARIANT = "keeps its invariants";

    /// A process and the controllers in it.
    public record Actor(String process, Function<Loops, List<Controller<?>>> controllers) {}

    /// Over all ConfigMaps.
    public record Rule(String name, Predicate<List<ConfigMap>> holds) {}

    /// With one controller in one process.
    static Exhibit of(
            String name,
            String oracle,
            String defect,
            Scene scene,
            BiFunction<Variant, Loops, Controller<?>> controller) {
        return new Exhibit(
                name,
                defect,
                oracle,
                scene,
                variant -> List.of(new Actor("operator", loops -> List.of(controller.apply(variant, loops)))),
                Optional.empty());
    }

    Exhibit keeping(String ruleName, Predicate<List<ConfigMap>> holds) {
        return new Exhibit(name, defect, oracle, scene, actors, Optional.of(new Rule(ruleName, holds)));
    }
}
