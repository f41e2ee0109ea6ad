package dev.setpoint.gallery;

/// Which of the twins.
public enum Variant {
    DEFECTIVE,
    REPAIRED;

    boolean defective() {
        return this == DEFECTIVE;
    }
}
