package dev.setpoint.benchmarks;

import java.util.List;

/// Something that is measured as a whole.
public interface BenchScenario {
    /// As it is given on the command line.
    String name();

    /// Takes some seconds or minutes.
    List<Figure> measure(Lab lab) throws Exception;
}
