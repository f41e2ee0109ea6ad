package dev.setpoint.client.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FakeClientTest {
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final Target ALL = Target.collection(PODS, "");
    private static final Target A = Target.object(PODS, "ns", "a");

    private final BatonEnv env = BatonEnv.create(3);
    private final FakeClient client = new FakeClient(env);

    @AfterEach
    void close() {
        env.close();
    }

    @Test
    void revisionsRiseWithEveryWrite() {
        Stored created = create("a", "");
        Stored other = create("b", "");
        assertThat(other.revision()).isEqualTo(created.revision() + 1);
        assertThat(text(created)).contains("\"resourceVersion\":\"" + created.revision() + "\"");
        assertThat(client.list(ALL, ListOptions.ALL).items()).containsExactly(created, other);
        assertThat(client.get(A)).isEqualTo(created);
    }

    @Test
    void aNameIsTakenOnce() {
        create("a", "");
        assertThat(failure(() -> create("a", ""))).isInstanceOf(ApiError.AlreadyExists.class);
    }

    @Test
    void conflictsWhenRevisionMoved() {
        Stored first = create("a", "");
        JsonObject stale = FakeObjects.tree(first);
        patch("{\"spec\":{\"nodeName\":\"n\"}}");
        assertThat(failure(() -> client.update(A, new Body.Tree(stale), WriteOptions.DEFAULT)))
                .isInstanceOf(ApiError.Conflict.class);
    }

    @Test
    void anUpdateThatChangesNothingKeepsTheRevision() {
        Stored first = create("a", "");
        assertThat(patch("{}")).isEqualTo(first);
        assertThat(client.revision()).isEqualTo(first.revision());
    }

    @Test
    void statusAndSpecAreWrittenApart() {
        create("a", "");
        patch("{\"spec\":{\"nodeName\":\"n\"},\"status\":{\"phase\":\"Running\"}}");
        assertThat(client.get(A).header().fields())
                .containsEntry("spec.nodeName", "n")
                .containsEntry("status.phase", "");
        client.patch(
                A.subresource("status"),
                PatchType.MERGE,
                body("{\"spec\":{\"nodeName\":\"m\"},\"status\":{\"phase\":\"Running\"}}"),
                WriteOptions.DEFAULT);
        assertThat(client.get(A).header().fields())
                .containsEntry("spec.nodeName", "n")
                .containsEntry("status.phase", "Running");
        assertThat(client.get(A).header().generation()).isEqualTo(2);
    }

    @Test
    void finalizersHoldADeletionBack() {
        create("a", "\"finalizers\":[\"x/y\"]");
        client.delete(A, DeleteOptions.DEFAULT);
        assertThat(client.get(A).header().deleting()).isTrue();
        patch("{\"metadata\":{\"finalizers\":null}}");
        assertThat(failure(() -> client.get(A))).isInstanceOf(ApiError.NotFound.class);
    }

    @Test
    void deletesOnlyTheVeryObject() {
        create("a", "");
        assertThat(failure(() -> client.delete(A, DeleteOptions.exactly("another"))))
                .isInstanceOf(ApiError.Conflict.class);
    }

    @Test
    void selectsByLabelAndField() {
        create("a", "\"labels\":{\"app\":\"x\"}");
        create("b", "\"labels\":{\"app\":\"y\"}");
        patch("{\"spec\":{\"nodeName\":\"n\"}}");
        assertThat(names(ListOptions.labels("app=y"))).containsExactly("b");
        assertThat(names(ListOptions.fields("spec.nodeName=n"))).containsExactly("a");
        assertThat(names(ListOptions.fields("metadata.name=b"))).containsExactly("b");
    }

    @Test
    void aSelectingWatchSeesObjectsComeAndGo() {
        create("a", "\"labels\":{\"app\":\"x\"}");
        Watch watch = client.watch(ALL, new WatchOptions("app=y", "", client.revision(), true));
        patch("{\"metadata\":{\"labels\":{\"app\":\"y\"}}}");
        patch("{\"metadata\":{\"labels\":{\"app\":\"z\"}}}");
        patch("{\"metadata\":{\"labels\":{\"app\":\"q\"}}}");

        List<WatchEvent> events = watch.next(Duration.ZERO);
        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isInstanceOf(WatchEvent.Added.class);
        assertThat(events.get(1)).isInstanceOf(WatchEvent.Deleted.class);
    }

    @Test
    void aWatchWaitsForEvents() {
        Watch watch = client.watch(ALL, WatchOptions.from(client.revision()));
        assertThat(watch.next(Duration.ofSeconds(1))).isEmpty();
        Stored created = create("a", "");
        assertThat(watch.next(Duration.ofSeconds(1))).containsExactly(new WatchEvent.Added(created));
        client.closeWatches("pods");
        assertThatThrownBy(() -> watch.next(Duration.ZERO)).isInstanceOf(WatchClosedException.class);
    }

    @Test
    void theForgottenPastIsExpired() {
        long before = client.revision();
        Watch watch = client.watch(ALL, WatchOptions.from(before));
        create("a", "");
        client.expireWatches("pods");
        assertThat(failure(() -> watch.next(Duration.ZERO))).isInstanceOf(ApiError.Expired.class);
        assertThat(failure(() -> client.watch(ALL, WatchOptions.from(before)))).isInstanceOf(ApiError.Expired.class);
    }

    @Test
    void aFaultHappensOnceBeforeOrAfter() {
        client.failNext(call -> call.is("create", "pods"), new ApiError.Timeout("t"), FakeClient.When.AFTER);
        assertThat(failure(() -> create("a", ""))).isInstanceOf(ApiError.Timeout.class);
        assertThat(client.get(A).key().name()).isEqualTo("a");
        client.failNext(call -> call.is("create", "pods"), new ApiError.Timeout("t"), FakeClient.When.BEFORE);
        assertThat(failure(() -> create("b", ""))).isInstanceOf(ApiError.Timeout.class);
        assertThat(names(ListOptions.ALL)).containsExactly("a");
    }

    private Stored create(String name, String metadata) {
        String more = metadata.isEmpty() ? "" : "," + metadata;
        return client.create(
                Target.collection(PODS, "ns"),
                body("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name + "\"" + more + "}}"),
                WriteOptions.DEFAULT);
    }

    private Stored patch(String patch) {
        return client.patch(A, PatchType.MERGE, body(patch), WriteOptions.DEFAULT);
    }

    private List<String> names(ListOptions options) {
        return client.list(ALL, options).items().stream()
                .map(object -> object.key().name())
                .toList();
    }

    private static Body body(String json) {
        return new Body.Encoded(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Stored stored) {
        return new String(stored.filled(), StandardCharsets.UTF_8);
    }

    private static ApiError failure(ThrowingCallable call) {
        return catchThrowableOfType(ApiException.class, call).error();
    }
}
