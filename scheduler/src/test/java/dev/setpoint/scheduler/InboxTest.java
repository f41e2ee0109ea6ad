package dev.setpoint.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.Inbox.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InboxTest {
    private static final ObjectKey POD = new ObjectKey("default", "web");

    private final BatonEnv env = BatonEnv.create(BatonOptions.firstCome(1));
    private final Inbox inbox = new Inbox(env);

    @AfterEach
    void close() {
        env.close();
    }

    @Test
    void givesEachKeyOnce() {
        inbox.changed(Kind.POD, POD);
        inbox.changed(Kind.POD, POD);
        inbox.changed(Kind.NODE, new ObjectKey("", "n1"));

        Inbox.Content content = inbox.take();

        assertThat(content.keys(Kind.POD)).containsExactly(POD);
        assertThat(content.keys(Kind.NODE)).hasSize(1);
        assertThat(inbox.take().isEmpty()).isTrue();
    }

    /// The scheduler walks through what it took while watches go on: a content that still changed would end its task.
    @Test
    void whatWasTakenNeverChanges() {
        Inbox.Content nothing = inbox.take();
        inbox.changed(Kind.POD, POD);
        inbox.outcome(new BindOutcome.Done());
        Inbox.Content something = inbox.take();
        inbox.changed(Kind.POD, new ObjectKey("default", "other"));

        assertThat(nothing.isEmpty()).isTrue();
        assertThat(nothing.keys(Kind.POD)).isEmpty();
        assertThat(something.keys(Kind.POD)).containsExactly(POD);
    }
}
