package dev.setpoint.apiserver.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.client.testing.FaultSwitches.When;
import dev.setpoint.client.testing.RecordedCall;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the switches promise, in front of the real server.
class FaultSwitchesTest {
    private static final GroupVersionResource CONFIG_MAPS = new GroupVersionResource("", "v1", "configmaps");
    private static final Target ALL = Target.collection(CONFIG_MAPS, "default");
    private static final Target A = Target.object(CONFIG_MAPS, "default", "a");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final TestCluster cluster = TestCluster.create(3);
    private final FaultSwitches switches = new FaultSwitches(cluster.env());
    private final Client client = switches.over(cluster.admin());

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void everyCallArrivesAndIsRecorded() {
        create("a");
        client.update(A, named("a"), WriteOptions.DEFAULT);
        client.patch(A, PatchType.MERGE, labelled("x"), WriteOptions.DEFAULT);
        assertThat(client.get(A).header().labels()).containsEntry("l", "x");
        assertThat(names()).containsExactly("a");
        client.watch(ALL, WatchOptions.from(revision())).close();
        client.delete(A, DeleteOptions.DEFAULT);
        create("b");
        client.deleteCollection(ALL, ListOptions.ALL, DeleteOptions.DEFAULT);
        assertThat(names()).isEmpty();

        assertThat(switches.calls().stream().map(RecordedCall::verb))
                .containsExactly(
                        "create",
                        "update",
                        "patch",
                        "get",
                        "list",
                        "watch",
                        "delete",
                        "create",
                        "deletecollection",
                        "list");
        assertThat(switches.calls().getFirst()).hasToString("create configmaps default/");
        assertThat(switches.count("create", "configmaps")).isEqualTo(2);
    }

    @Test
    void aCallFailsOnceBeforeOrAfterItTookEffect() {
        switches.failNext(call -> call.is("create", "configmaps"), new ApiError.Timeout("t"), When.AFTER);
        assertThat(failure(() -> create("a"))).isInstanceOf(ApiError.Timeout.class);
        assertThat(names()).containsExactly("a");

        switches.failNext(call -> call.is("create", "configmaps"), new ApiError.Timeout("t"), When.BEFORE);
        assertThat(failure(() -> create("b"))).isInstanceOf(ApiError.Timeout.class);
        assertThat(names()).containsExactly("a");
        create("b");
        assertThat(names()).containsExactly("a", "b");
    }

    @Test
    void aDefectOfTheClientComesBeforeAnything() {
        switches.breakNext(call -> call.is("create", "configmaps"), new IllegalStateException("a defect"));
        assertThatThrownBy(() -> create("a")).hasMessage("a defect");
        assertThat(names()).isEmpty();
    }

    @Test
    void heldEventsComeWhenTheyAreReleased() {
        Watch watch = watch();
        switches.hold("configmaps");
        create("a");
        assertThat(watch.next(SECOND)).isEmpty();
        switches.release("configmaps");
        assertThat(told(watch.next(SECOND))).containsExactly("Added a");
    }

    @Test
    void eventsAreHeldThoughSomebodyWaitedForThemAlready() {
        Watch watch = watch();
        List<String> told = new ArrayList<>();
        Task waiting = cluster.env()
                .start("waiting", TaskKind.LIGHT, () -> told.addAll(told(watch.next(Duration.ofMinutes(1)))));
        cluster.env().settle();
        switches.hold("configmaps");
        create("a");
        create("b");
        cluster.env().advance(SECOND);
        assertThat(waiting.join(Duration.ZERO)).isFalse();

        switches.release("configmaps");
        cluster.env().settle();
        assertThat(told).containsExactly("Added a");
        assertThat(told(watch.next(SECOND))).containsExactly("Added b");
    }

    @Test
    void aClosedWatchTellsNothingMoreAndTheNextGoesOn() {
        long before = revision();
        Watch watch = watch();
        create("a");
        switches.closeWatches("configmaps");
        assertThatThrownBy(() -> watch.next(Duration.ZERO)).isInstanceOf(WatchClosedException.class);
        assertThat(told(client.watch(ALL, WatchOptions.from(before)).next(SECOND)))
                .containsExactly("Added a");
    }

    @Test
    void whoeverWaitsLearnsOfTheEndWithTheNextEvent() {
        Watch watch = watch();
        List<Throwable> ends = new ArrayList<>();
        cluster.env().start("waiting", TaskKind.LIGHT, () -> {
            try {
                watch.next(Duration.ofMinutes(1));
            } catch (WatchClosedException end) {
                ends.add(end);
            }
        });
        cluster.env().settle();
        switches.closeWatches("configmaps");
        create("a");
        cluster.env().settle();
        assertThat(ends).hasSize(1);
    }

    @Test
    void anExpiredWatchSaysSo() {
        Watch watch = watch();
        switches.expireWatches("configmaps");
        assertThat(failure(() -> watch.next(Duration.ZERO))).isInstanceOf(ApiError.Expired.class);
    }

    @Test
    void eventsComeTwiceAndTheLastBeforeThemOnceMore() {
        Watch watch = watch();
        create("a");
        assertThat(told(watch.next(SECOND))).containsExactly("Added a");
        switches.duplicateEvents();
        create("b");
        assertThat(told(watch.next(SECOND))).containsExactly("Added a", "Added b", "Added b");
    }

    @Test
    void healingEndsAllOfIt() {
        Watch watch = watch();
        switches.hold("configmaps");
        switches.duplicateEvents();
        switches.failNext(call -> call.is("create", "configmaps"), new ApiError.Timeout("t"), When.BEFORE);
        switches.heal();
        create("a");
        assertThat(told(watch.next(SECOND))).containsExactly("Added a");
    }

    @Test
    void remembersWhatWasForbidden() {
        Client stranger = switches.over(cluster.client(cluster.env(), User.of("nobody"), "test"));
        assertThatThrownBy(() -> stranger.get(A)).isInstanceOf(ApiException.class);
        assertThat(switches.forbidden()).containsExactly(new RecordedCall("get", A));
    }

    @Test
    void carriesAFence() {
        Client fenced = client.fenced(new Fence("default", "no-such-lease", 1, "nobody"));
        assertThatThrownBy(() -> fenced.create(ALL, named("a"), WriteOptions.DEFAULT))
                .isInstanceOf(ApiException.class);
        assertThat(names()).isEmpty();
        assertThat(switches.count("create", "configmaps")).isEqualTo(1);
    }

    private Stored create(String name) {
        return client.create(ALL, named(name), WriteOptions.DEFAULT);
    }

    private Watch watch() {
        return client.watch(ALL, WatchOptions.from(revision()));
    }

    private long revision() {
        return cluster.store().snapshot().revision();
    }

    private List<String> names() {
        return client.list(ALL, ListOptions.ALL).items().stream()
                .map(object -> object.key().name())
                .toList();
    }

    private static List<String> told(List<WatchEvent> events) {
        return events.stream()
                .map(event -> event.getClass().getSimpleName() + " "
                        + event.object().key().name())
                .toList();
    }

    private static Body named(String name) {
        return new Body.Tree(new JsonObject().put("metadata", new JsonObject().put("name", name)));
    }

    private static Body labelled(String value) {
        return new Body.Tree(new JsonObject()
                .put("metadata", new JsonObject().put("labels", new JsonObject().put("l", value))));
    }

    private static ApiError failure(ThrowingCallable call) {
        return catchThrowableOfType(ApiException.class, call).error();
    }
}
