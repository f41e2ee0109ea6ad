package dev.setpoint.simulation;

/// Why a run is not right.
///
/// @param detail what was seen and what was expected, for people
public record Finding(Oracle oracle, String detail) {
    @Override
    public String toString() {
        return "fails \"" + oracle.words() + "\": " + detail;
    }
}
