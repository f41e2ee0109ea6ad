package dev.setpoint.controllers.ttlafterfinished;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TtlControllerTest {
    private static final ObjectKey WORK = new ObjectKey(Samples.NAMESPACE, "work");

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality, (env, as) -> List.of(TtlController.of(env, as.account("ttl-after-finished-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void deletesAFinishedJobWhenItsTimeIsUp(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(lasting(100));
            world.pass(Duration.ofMinutes(10));
            assertThat(deleting(world)).as("not before it has finished").isFalse();
            finish(world);
            world.pass(Duration.ofSeconds(95));
            assertThat(deleting(world)).isFalse();
            world.pass(Duration.ofSeconds(10));
            assertThat(deleting(world)).isTrue();
            assertThat(world.objects(Job.class).get(WORK).getMetadata().getFinalizers())
                    .as("its pods go first")
                    .containsExactly("foregroundDeletion");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aJobIsKeptLongerWhenItSaysSo(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(lasting(100));
            finish(world);
            world.pass(Duration.ofSeconds(50));
            Job job = world.objects(Job.class).get(WORK);
            world.objects(Job.class)
                    .update(new JobBuilder(job)
                            .editSpec()
                            .withTtlSecondsAfterFinished(1000)
                            .endSpec()
                            .build());
            world.pass(Duration.ofSeconds(800));
            assertThat(deleting(world)).isFalse();
            world.pass(Duration.ofSeconds(200));
            assertThat(deleting(world)).isTrue();
        }
    }

    private static Job lasting(int seconds) {
        return new JobBuilder(Samples.job("work", 1, 1))
                .editSpec()
                .withTtlSecondsAfterFinished(seconds)
                .endSpec()
                .build();
    }

    private static void finish(LoopWorld world) {
        Job job = world.objects(Job.class).get(WORK);
        String now = Timestamps.seconds(world.env.wallTime());
        world.objects(Job.class)
                .updateStatus(new JobBuilder(job)
                        .withNewStatus()
                        .withStartTime(now)
                        .withCompletionTime(now)
                        .addNewCondition()
                        .withType("SuccessCriteriaMet")
                        .withStatus("True")
                        .endCondition()
                        .addNewCondition()
                        .withType("Complete")
                        .withStatus("True")
                        .withLastTransitionTime(now)
                        .endCondition()
                        .endStatus()
                        .build());
    }

    private static boolean deleting(LoopWorld world) {
        return Metadata.deleting(world.objects(Job.class).get(WORK));
    }
}
