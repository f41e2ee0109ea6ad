package dev.setpoint.resources.strategy;

/// Something in which kinds may differ. A kind's class implements the aspects in which its kind does; in all others it
/// is like any kind.
///
/// Every aspect is pure over the old and the new object. What depends on the version of Kubernetes is no aspect but a
/// table with one column for each version, as `selectable-fields.tsv` is.
public sealed interface Aspect permits Defaults, DesiredState, KindWarnings, Lifecycle, Preparation, Rules {}
