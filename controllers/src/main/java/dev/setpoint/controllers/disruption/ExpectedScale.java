package dev.setpoint.controllers.disruption;

/// How many pods the controllers of a budget's pods are meant to have.
sealed interface ExpectedScale {
    /// @param unmanaged whether some of the pods have no controller, so that nobody knows how many of them there
    ///     should be
    record Known(int replicas, boolean unmanaged) implements ExpectedScale {}

    /// Some controller does not say.
    record Unknown(String why) implements ExpectedScale {}
}
