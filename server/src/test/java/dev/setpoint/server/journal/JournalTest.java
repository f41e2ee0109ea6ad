package dev.setpoint.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.stream.LogOptions;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Key;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Logs in memory, on the stepped clock.
class JournalTest {
    private static final Key POD = new Key("pods", "kube-system", "kube-scheduler-node-1");
    private static final LogOptions ALL =
            new LogOptions(false, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    private static final LogOptions FOLLOW =
            new LogOptions(true, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
    private static final LogOptions PREVIOUS =
            new LogOptions(false, true, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

    private final BatonEnv env = BatonEnv.create(9);
    private final Journals journals = Journals.inMemory(env.child("logs"), List.of("etcd", "kube-scheduler"));
    private final KeptJournal journal = journals.of("kube-scheduler");

    @BeforeEach
    void begin() {
        journals.start();
    }

    @AfterEach
    void end() {
        env.close();
    }

    private void say(String what) {
        journal.info("kube-scheduler", what);
        env.advance(Duration.ofSeconds(1));
    }

    private TextStream open(LogOptions options) {
        return journals.open(POD, "kube-scheduler", options).orElseThrow();
    }

    private String next(TextStream stream) {
        return env.call(() -> new String(stream.next(Duration.ofMillis(100)).orElseThrow(), StandardCharsets.UTF_8));
    }

    private boolean over(TextStream stream) {
        return env.call(() -> stream.next(Duration.ofMillis(100)).isEmpty());
    }

    private String read(LogOptions options) {
        StringBuilder text = new StringBuilder();
        try (TextStream stream = open(options)) {
            Optional<byte[]> part = env.call(() -> stream.next(Duration.ofSeconds(1)));
            while (part.isPresent()) {
                text.append(new String(part.get(), StandardCharsets.UTF_8));
                part = env.call(() -> stream.next(Duration.ofSeconds(1)));
            }
        }
        return text.toString();
    }

    @Test
    void writesLinesAsKubernetesDoes() {
        journal.info("kube-scheduler", "bound pods default/a to node-1");
        journal.warning("kube-scheduler", "could not\nbind");
        env.advance(Duration.ofSeconds(1));
        assertThat(read(ALL)).isEqualTo("""
                I0101 00:00:00.000000       1 kube-scheduler] bound pods default/a to node-1
                W0101 00:00:00.000000       1 kube-scheduler] could not bind
                """);
    }

    @Test
    void givesTheLastLinesOrThoseSinceATimeOrSoManyBytes() {
        Instant began = env.wallTime();
        say("one");
        say("two");
        say("three");
        assertThat(read(new LogOptions(
                        false, false, false, Optional.empty(), OptionalLong.of(2), OptionalLong.empty())))
                .doesNotContain("one")
                .contains("two", "three");
        assertThat(read(new LogOptions(
                        false,
                        false,
                        false,
                        Optional.of(began.plusSeconds(2)),
                        OptionalLong.empty(),
                        OptionalLong.empty())))
                .doesNotContain("two")
                .contains("three");
        assertThat(read(new LogOptions(
                        false, false, false, Optional.empty(), OptionalLong.empty(), OptionalLong.of(5))))
                .isEqualTo("I0101");
        assertThat(read(new LogOptions(
                        false, false, false, Optional.empty(), OptionalLong.of(0), OptionalLong.empty())))
                .isEmpty();
        assertThat(read(new LogOptions(false, false, true, Optional.empty(), OptionalLong.of(1), OptionalLong.empty())))
                .startsWith("2026-01-01T00:00:02.000000Z I0101 00:00:02.000000");
    }

    @Test
    void followsUntilTheLifeEnds() {
        say("before");
        try (TextStream stream = open(FOLLOW)) {
            assertThat(next(stream)).contains("before");
            assertThat(next(stream)).isEmpty();
            say("after");
            assertThat(next(stream)).contains("after").doesNotContain("before");
            journal.begin();
            say("in the next life");
            assertThat(over(stream)).isTrue();
        }
        assertThat(read(ALL)).contains("in the next life").doesNotContain("after");
        assertThat(read(PREVIOUS)).contains("before", "after").doesNotContain("in the next life");
    }

    @Test
    void knowsNoPreviousLifeBeforeTheSecond() {
        assertThat(journals.open(POD, "kube-scheduler", PREVIOUS)).isEmpty();
    }

    @Test
    void keepsNoLogOfOtherPods() {
        assertThat(journals.open(new Key("pods", "default", "kube-scheduler-node-1"), "kube-scheduler", ALL))
                .isEmpty();
        assertThat(journals.open(new Key("pods", "kube-system", "coredns-1"), "coredns", ALL))
                .isEmpty();
    }

    @Test
    void keepsTheNewestWhenThereIsTooMuch() {
        int lines = Ring.MOST_LINES + 100;
        for (int i = 0; i < lines; i++) {
            journal.info("x", "line " + i);
            if (i % 1000 == 0) {
                env.advance(Duration.ofSeconds(1));
            }
        }
        env.advance(Duration.ofSeconds(1));
        List<String> kept = read(ALL).lines().toList();
        assertThat(kept.size()).isLessThanOrEqualTo(Ring.MOST_LINES);
        assertThat(kept.getLast()).endsWith("line " + (lines - 1));
        assertThat(String.join("\n", kept).length()).isLessThanOrEqualTo(Ring.MOST_BYTES + kept.size());
    }

    @Test
    void saysHowMuchWasDroppedWhenNobodyKeptUp() {
        env.settle();
        for (int i = 0; i < 20_000; i++) {
            journal.info("x", "line " + i); // The writer has no turn meanwhile.
        }
        env.advance(Duration.ofSeconds(1));
        assertThat(read(ALL)).contains("3616 lines were dropped");
    }
}
