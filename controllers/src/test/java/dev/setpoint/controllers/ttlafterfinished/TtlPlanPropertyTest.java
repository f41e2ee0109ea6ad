package dev.setpoint.controllers.ttlafterfinished;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Any job at any time: it is kept exactly as long as it says after its end, and for ever if it has none.
final class TtlPlanPropertyTest {
    @Test
    void aJobIsKeptAsLongAsItSays() {
        Seeds.check(500, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Integer seconds = random.nextInt(4) > 0 ? random.nextInt(300) : null;
            long ended = random.nextInt(300);
            boolean finished = random.nextInt(4) > 0;
            boolean deleting = random.nextInt(6) == 0;
            Job job = job(seconds, finished, ended, deleting);
            Optional<Duration> left = TtlPlan.left(job, Samples.NOW);
            if (seconds == null || !finished || deleting) {
                assertThat(left).as("seed %d: nothing ends it", seed).isEmpty();
                return;
            }
            assertThat(left).as("seed %d", seed).hasValue(Duration.ofSeconds(seconds - ended));
            assertThat(TtlPlan.left(job, Samples.NOW.plus(left.get())))
                    .as("seed %d: when that has passed", seed)
                    .hasValue(Duration.ZERO);
            assertThat(TtlPlan.left(job(seconds, true, ended, true), Samples.NOW))
                    .as("seed %d: once deleted", seed)
                    .isEmpty();
        });
    }

    private static Job job(@Nullable Integer seconds, boolean finished, long ended, boolean deleting) {
        Job job = new JobBuilder(Samples.job("j", 1, 1))
                .editMetadata()
                .withDeletionTimestamp(deleting ? Timestamps.seconds(Samples.NOW) : null)
                .endMetadata()
                .editSpec()
                .withTtlSecondsAfterFinished(seconds)
                .endSpec()
                .build();
        return job.edit()
                .withNewStatus()
                .addNewCondition()
                .withType(finished ? (ended % 2 == 0 ? "Complete" : "Failed") : "Suspended")
                .withStatus("True")
                .withLastTransitionTime(Timestamps.seconds(Samples.NOW.minusSeconds(ended)))
                .endCondition()
                .endStatus()
                .build();
    }
}
