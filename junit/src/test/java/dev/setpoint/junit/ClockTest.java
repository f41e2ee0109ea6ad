package dev.setpoint.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

@ControlPlane(start = "2026-03-01T12:00:00Z")
class ClockTest {
    private static final int NIGHTS = Boolean.getBoolean("setpoint.nightly") ? 7 : 2;

    @SuppressWarnings("NullAway.Init") // Filled in by the extension.
    KubernetesClient client;

    @Test
    void firesACronJobOnceForEachNightThatPasses(Clock clock) {
        client.resource(nightly()).create();
        clock.advance(Duration.ofDays(NIGHTS));
        assertThat(client.batch().v1().jobs().list().getItems())
                .hasSize(NIGHTS)
                .allSatisfy(job -> assertThat(job.getStatus().getSucceeded()).isEqualTo(1));
    }

    @Test
    void standsStillWhenItIsStopped(Clock clock) {
        clock.stop();
        Instant before = clock.now();
        client.namespaces().list();
        assertThat(clock.now()).isEqualTo(before);

        clock.advance(Duration.ofMillis(1));
        assertThat(clock.now()).isEqualTo(before.plusMillis(1));
    }

    @Test
    void saysWhenSomethingDoesNotComeAbout(Clock clock) {
        clock.stop();
        Instant before = clock.now();
        assertThat(clock.advanceUntil(Duration.ofMinutes(2), () -> false)).isFalse();
        assertThat(clock.now()).isEqualTo(before.plus(Duration.ofMinutes(2)));
    }

    private static CronJob nightly() {
        return new CronJobBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("nightly")
                .endMetadata()
                .withNewSpec()
                .withSchedule("0 3 * * *")
                .withSuccessfulJobsHistoryLimit(10)
                .withNewJobTemplate()
                .withNewSpec()
                .withNewTemplate()
                .withNewSpec()
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("c")
                .withImage("i")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .endJobTemplate()
                .endSpec()
                .build();
    }
}
