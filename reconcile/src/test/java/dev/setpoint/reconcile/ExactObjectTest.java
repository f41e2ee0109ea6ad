package dev.setpoint.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.value.Cause;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExactObjectTest {
    private static final ObjectKey KEY = new ObjectKey("default", "a");
    private static final ApiError MOVED =
            new ApiError.Conflict(new GroupResource("", "configmaps"), "a", "in whatever words");

    private final TestCluster cluster = TestCluster.create(7);
    private final FaultSwitches faults = new FaultSwitches(cluster.env());
    private final Client server = faults.over(cluster.admin());
    private final Typed<ConfigMap> typed = Typed.of(ConfigMap.class);
    private final TypedClient<ConfigMap> maps = typed.over(server);

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void isDeletedOnce() {
        ExactObject object = ExactObject.of(typed, create());
        assertThat(object.delete(server)).isTrue();
        assertThat(object.delete(server)).isFalse();
        assertThat(maps.find(KEY)).isEmpty();
    }

    @Test
    void leavesTheOneThatHasTakenItsName() {
        ExactObject first = ExactObject.of(typed, create());
        maps.delete(KEY, DeleteOptions.DEFAULT);
        ConfigMap second = create();
        assertThat(first.delete(server)).isFalse();
        assertThat(maps.get(KEY).getMetadata().getUid())
                .isEqualTo(second.getMetadata().getUid());
    }

    @Test
    void aConflictOverSomethingElseIsAFailure() {
        ExactObject object = ExactObject.of(typed, create());
        faults.failNext(call -> call.is("delete", "configmaps"), MOVED, FaultSwitches.When.BEFORE);
        assertThatThrownBy(() -> object.delete(server))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error()).isEqualTo(MOVED));
        assertThat(maps.find(KEY)).isPresent();
    }

    /// Between the refusal and the look it went: gone is gone, and no failure.
    @Test
    void aConflictWithOneThatGoesIsNone() {
        ExactObject object = ExactObject.of(typed, create());
        faults.failNext(call -> call.is("delete", "configmaps"), MOVED, FaultSwitches.When.AFTER);
        assertThat(object.delete(server)).isFalse();
    }

    @Test
    void whoCannotLookDoesNotGuess() {
        ExactObject object = ExactObject.of(typed, create());
        faults.failNext(call -> call.is("delete", "configmaps"), MOVED, FaultSwitches.When.BEFORE);
        faults.failNext(
                call -> call.is("list", "configmaps"), new ApiError.Unanswered("cut off"), FaultSwitches.When.BEFORE);
        assertThatThrownBy(() -> object.delete(server)).hasMessage("cut off");
    }

    /// A cache that lags still shows it: the key must not run on that.
    @Test
    void theKeyWaitsUntilTheCacheShowsItToo() {
        ExactObject first = ExactObject.of(typed, create());
        maps.delete(KEY, DeleteOptions.DEFAULT);
        create();
        Run run = new Run(RunTrace.begin(RunTrace.NONE, "test", KEY), new Cause.Run("test", "", 0));
        assertThat(run.call(() -> first.delete(server))).isFalse();
        assertThat(run.waits()).containsExactly(new Wait.Gone(new GroupResource("", "configmaps"), KEY, first.uid()));
    }

    private ConfigMap create() {
        return maps.create(new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(KEY.namespace())
                .withName(KEY.name())
                .endMetadata()
                .build());
    }
}
