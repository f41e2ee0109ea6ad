package dev.setpoint.base.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CauseTest {
    @Test
    void travelsAsText() {
        Cause.Run run = new Cause.Run("replicaset", "default/web", 4711);
        assertThat(run.encode()).isEqualTo("replicaset 4711 default/web");
        assertThat(Cause.Run.parse(run.encode())).contains(run);
        Cause.Run record = new Cause.Run("zone", "Zone[name=far east]", 0);
        assertThat(Cause.Run.parse(record.encode())).contains(record);
    }

    @Test
    void isTextThatAHeaderMayHave() {
        Cause.Run odd = new Cause.Run("two words", "line\nbreak \u00e9" + "x".repeat(1000), 1);
        assertThat(odd.encode()).startsWith("two-words 1 line?break ?x").hasSizeLessThan(512);
        assertThat(Cause.Run.parse(odd.encode())).isPresent();
    }

    /// It lies beside the log for each change, and most of it comes from clients.
    @Test
    void keepsNoLongText() {
        Cause cause = new Cause("u".repeat(5000), "a".repeat(5000), Optional.empty());
        assertThat(cause.user()).hasSize(256);
        assertThat(cause.agent()).hasSize(256);
    }

    @Test
    void anythingElseIsNoRun() {
        assertThat(Cause.Run.parse("")).isEmpty();
        assertThat(Cause.Run.parse("a b c")).isEmpty();
        assertThat(Cause.Run.parse("a 1")).isEmpty();
        assertThat(Cause.Run.parse("a 1 " + "x".repeat(600))).isEmpty();
    }
}
