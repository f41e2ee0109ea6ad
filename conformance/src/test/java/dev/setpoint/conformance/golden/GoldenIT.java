package dev.setpoint.conformance.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Answers as Kubernetes v1.36 does, in every recorded conversation but those on the list of what does not pass yet.
///
/// One of them alone, with the differences: `-Dsetpoint.golden=apply/conflict`
class GoldenIT {
    /// The recorded administrator, too, had a token: whoever has a certificate is known whatever else they show.
    private static final String TOKEN = "golden";

    private static final Recordings recordings = Recordings.load();
    private static Cluster cluster;
    private static Wire wire;

    @BeforeAll
    static void start() {
        cluster = Cluster.withoutNodes(TOKEN + ",admin,admin,system:masters\n");
        wire = new Wire(cluster.kubeconfig(), TOKEN);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void knowsEveryScenarioThatIsListed() {
        assertThat(recordings.names()).hasSizeGreaterThanOrEqualTo(148).containsAll(recordings.notYet());
    }

    @TestFactory
    Stream<DynamicTest> answersAsRecorded() {
        return recordings.playedTo(wire);
    }
}
