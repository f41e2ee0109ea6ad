package @package@;

import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.simulation.Program;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.Simulation;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The operator, whatever goes wrong: crashes, lost and late events, stale reads, conflicts, timeouts.
class @Kind@SimulationTest {
    private static final ObjectKey EXAMPLE = new ObjectKey("default", "example");

    @Test
    void isRightWhateverGoesWrong() {
        Simulation.of(scenario()).check(1, 100);
    }

    private static Scenario scenario() {
        return Scenario.named("@name@")
                .given(Definition.load())
                .with("operator", Program.controllers(_ -> List.of(@Kind@Reconciler.controller())))
                .script(Script.of()
                        .act("create", client -> @plural@(client).create(@Kind@Test.example(2)))
                        .pause()
                        .act("scale", client -> @plural@(client).patch(EXAMPLE, PatchType.MERGE, replicas(3)))
                        .settle());
    }

    private static TypedClient<@Kind@> @plural@(Client client) {
        return Typed.of(@Kind@.class).over(client);
    }

    private static JsonObject replicas(int count) {
        return new JsonObject().put("spec", new JsonObject().put("replicas", count));
    }
}
