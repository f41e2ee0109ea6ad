package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.gallery.Exhibit;
import dev.setpoint.gallery.Gallery;
import dev.setpoint.gallery.Variant;
import dev.setpoint.simulation.EndedRun;
import dev.setpoint.simulation.Failure;
import dev.setpoint.simulation.Shrinker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The simulation finds what is known to be wrong, and nothing else.
@Execution(ExecutionMode.CONCURRENT)
class GalleryTest {
    static final List<String> EXHIBITS =
            Gallery.all().stream().map(Exhibit::name).toList();

    private static final int DEFECT_SEEDS = 2_000;
    private static final int TWIN_SEEDS = Boolean.getBoolean("setpoint.nightly") ? 20_000 : 300;

    @BeforeAll
    static void logNothing() {
        Logs.silence();
    }

    @Test
    void hasAtLeastTwentyFourExhibits() {
        assertThat(EXHIBITS).hasSizeGreaterThanOrEqualTo(24).doesNotHaveDuplicates();
    }

    @Test
    void isTheChapterThatIsWrittenAboutIt() throws IOException {
        String chapter = Files.readString(Path.of("../docs/reference/simulation.md"));
        for (Exhibit exhibit : Gallery.all()) {
            assertThat(chapter)
                    .contains("| `" + exhibit.name() + "` | " + exhibit.defect() + " | " + exhibit.oracle() + " |");
        }
    }

    @ParameterizedTest
    @FieldSource("EXHIBITS")
    void findsTheDefectAndReducesIt(String name) {
        GalleryTrial trial = trial(name);
        EndedRun run = trial.find(DEFECT_SEEDS).orElseThrow(() -> new AssertionError(name + " was not found"));
        Failure failure = new Shrinker(trial.simulation(Variant.DEFECTIVE)).shrink(run);
        assertThat(failure.run().injected()).as("faults that it takes").hasSizeLessThanOrEqualTo(3);
    }

    @ParameterizedTest
    @FieldSource("EXHIBITS")
    void leavesTheRepairedTwinAlone(String name) {
        assertThat(trial(name).falseAlarm(TWIN_SEEDS).flatMap(EndedRun::finding))
                .isEmpty();
    }

    private static GalleryTrial trial(String name) {
        return new GalleryTrial(Gallery.all().stream()
                .filter(exhibit -> exhibit.name().equals(name))
                .findFirst()
                .orElseThrow());
    }
}
