package dev.setpoint.cli;

import dev.setpoint.client.Typed;
import dev.setpoint.gallery.Exhibit;
import dev.setpoint.gallery.Scene;
import dev.setpoint.gallery.Variant;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.simulation.EndedRun;
import dev.setpoint.simulation.Finding;
import dev.setpoint.simulation.Invariant;
import dev.setpoint.simulation.Plan;
import dev.setpoint.simulation.Program;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.Simulation;
import dev.setpoint.simulation.SystemProcess;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.Optional;

/// Puts an exhibit of the gallery to the test: its defect must be found, and its repaired twin must be left alone.
final class GalleryTrial {
    private final Exhibit exhibit;

    GalleryTrial(Exhibit exhibit) {
        this.exhibit = exhibit;
    }

    /// The first run, from seed 1 on, in which the oracle that the exhibit names is not content.
    Optional<EndedRun> find(long seeds) {
        Simulation simulation = simulation(Variant.DEFECTIVE);
        for (long seed = 1; seed <= seeds; seed++) {
            EndedRun run = simulation.run(Plan.of(seed));
            if (run.finding().filter(this::expected).isPresent()) {
                return Optional.of(run);
            }
        }
        return Optional.empty();
    }

    private boolean expected(Finding finding) {
        return finding.oracle().words().equals(exhibit.oracle());
    }

    /// The first run in which any oracle is not content with the twin.
    Optional<EndedRun> falseAlarm(long seeds) {
        Simulation simulation = simulation(Variant.REPAIRED);
        for (long seed = 1; seed <= seeds; seed++) {
            EndedRun run = simulation.run(Plan.of(seed));
            if (run.finding().isPresent()) {
                return Optional.of(run);
            }
        }
        return Optional.empty();
    }

    Simulation simulation(Variant variant) {
        Scenario scenario = Scenario.named(exhibit.name())
                .beside("garbage", SystemProcess.controllers(configMaps(), "garbage-collector-controller"));
        for (Exhibit.Actor actor : exhibit.actors().apply(variant)) {
            scenario = scenario.with(actor.process(), Program.controllers(actor.controllers()));
        }
        if (exhibit.rule().isPresent()) {
            Exhibit.Rule rule = exhibit.rule().get();
            scenario = scenario.keeping(new Invariant<>(rule.name(), Typed.of(ConfigMap.class), rule.holds()));
        }
        return Simulation.of(scenario.script(script()));
    }

    private Script script() {
        Script script = Script.of();
        for (Scene.Step step : exhibit.scene().steps()) {
            script = switch (step) {
                case Scene.Act(var what, var change) -> script.act(what, change);
                case Scene.Pause() -> script.pause();
                case Scene.Settle() -> script.settle();
            };
        }
        return script;
    }

    private static ResourceTable configMaps() {
        return new ResourceTable(ResourceTable.builtIn().types().stream()
                .filter(type -> type.plural().equals("configmaps"))
                .toList());
    }
}
