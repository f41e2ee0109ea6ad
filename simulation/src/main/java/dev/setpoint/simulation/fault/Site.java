package dev.setpoint.simulation.fault;

/// One call of one process: `operator: create configmaps #3` is the third time that it creates a ConfigMap.
///
/// @param ordinal from 1, over all the lives of the process
public record Site(String process, String call, int ordinal) {
    @Override
    public String toString() {
        return process + ": " + call + " #" + ordinal;
    }
}
