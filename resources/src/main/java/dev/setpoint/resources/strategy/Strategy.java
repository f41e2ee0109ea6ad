package dev.setpoint.resources.strategy;

import dev.setpoint.resources.table.TableForm;
import java.util.Optional;

/// What makes one kind different from another, each part for itself. All of it is pure over the old and the new object;
/// trees are in the stored version and are changed in place where a method says so.
///
/// @param scale where the `scale` subresource finds what it shows
/// @param table how objects of the kind look in a table, where the kind itself says so
public record Strategy(
        Traits traits,
        Defaults defaults,
        Preparation preparation,
        DesiredState desiredState,
        Rules rules,
        KindWarnings warnings,
        Lifecycle lifecycle,
        ScaleFields scale,
        Optional<TableForm> table) {
    /// Of a kind that only follows the contract.
    public static final Strategy PLAIN = new Strategy(
            Traits.PLAIN,
            Defaults.NONE,
            Preparation.PLAIN,
            DesiredState.BESIDES_STATUS,
            Rules.NONE,
            KindWarnings.NONE,
            Lifecycle.PLAIN,
            ScaleFields.WORKLOAD,
            Optional.empty());

    /// Of one of Kubernetes' own kinds that differs from the others in nothing else.
    static Strategy of(Traits traits) {
        return PLAIN.with(KindRules.COMMON).with(traits);
    }

    /// Of one of Kubernetes' own kinds.
    ///
    /// @param special the aspects in which the kind differs from the others
    static Strategy of(Traits traits, Aspect special) {
        return of(traits).with(special);
    }

    public Strategy with(Traits newTraits) {
        return new Strategy(newTraits, defaults, preparation, desiredState, rules, warnings, lifecycle, scale, table);
    }

    /// With every aspect that the given object is, and the rest as it was.
    public Strategy with(Aspect special) {
        return new Strategy(
                traits,
                special instanceof Defaults own ? own : defaults,
                special instanceof Preparation own ? own : preparation,
                special instanceof DesiredState own ? own : desiredState,
                special instanceof Rules own ? own : rules,
                special instanceof KindWarnings own ? own : warnings,
                special instanceof Lifecycle own ? own : lifecycle,
                scale,
                table);
    }

    public Strategy with(ScaleFields newScale) {
        return new Strategy(traits, defaults, preparation, desiredState, rules, warnings, lifecycle, newScale, table);
    }

    public Strategy with(TableForm form) {
        return new Strategy(
                traits, defaults, preparation, desiredState, rules, warnings, lifecycle, scale, Optional.of(form));
    }
}
