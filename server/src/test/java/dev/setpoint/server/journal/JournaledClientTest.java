package dev.setpoint.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Body;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One line for each thing that a loop does, none for what it only looks at.
class JournaledClientTest {
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource EVENTS = new GroupVersionResource("", "v1", "events");
    private static final Target POD = Target.object(PODS, "default", "web");

    private final TestCluster cluster = TestCluster.create(6);
    private final BatonEnv env = cluster.env();
    private final Journals journals = Journals.inMemory(env.child("logs"), List.of("kube-scheduler"));
    private final JournaledClient client =
            new JournaledClient(cluster.admin(), journals.of("kube-scheduler"), "pod-loop");

    @AfterEach
    void end() {
        cluster.close();
    }

    private static Body tree(JsonObject json) {
        return new Body.Tree(json);
    }

    private static JsonObject named(String name) {
        return new JsonObject().put("metadata", new JsonObject().put("name", name));
    }

    private static Body pod() {
        JsonObject container = new JsonObject().put("name", "main").put("image", "nginx");
        return tree(named("web").put("spec", new JsonObject().put("containers", JsonArray.of(container))));
    }

    private static Body event() {
        return tree(named("event")
                .put("involvedObject", new JsonObject().put("kind", "Pod").put("namespace", "default")));
    }

    private List<String> lines() {
        journals.start();
        env.advance(Duration.ofSeconds(1));
        return journals.of("kube-scheduler").present().ring().from(0, 100).lines().stream()
                .map(line -> new String(line.text(), StandardCharsets.UTF_8))
                .map(line -> line.charAt(0) + line.substring(line.indexOf(']') + 1))
                .toList();
    }

    @Test
    void tellsOfEveryWrite() {
        client.create(Target.collection(PODS, "default"), pod(), WriteOptions.DEFAULT);
        client.create(
                POD.subresource("binding"),
                tree(named("web")
                        .put("target", new JsonObject().put("kind", "Node").put("name", "node-1"))),
                WriteOptions.DEFAULT);
        client.patch(
                POD.subresource("status"),
                PatchType.MERGE,
                tree(new JsonObject().put("status", new JsonObject().put("phase", "Running"))),
                WriteOptions.DEFAULT);
        client.delete(POD, DeleteOptions.DEFAULT);
        assertThat(lines())
                .hasSize(4)
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("I created pods default/web at revision "),
                        line -> assertThat(line).startsWith("I bound pods default/web to node-1"),
                        line -> assertThat(line).startsWith("I patched pods/status default/web at revision "),
                        line -> assertThat(line).isEqualTo("I deleted pods default/web"));
    }

    @Test
    void tellsWhatWasRefused() {
        assertThatThrownBy(() -> client.delete(POD, DeleteOptions.DEFAULT)).isInstanceOf(ApiException.class);
        assertThat(lines()).containsExactly("W could not delete pods default/web: pods \"web\" not found");
    }

    @Test
    void saysNothingOfReadsAndEvents() {
        client.list(Target.collection(PODS, ""), ListOptions.ALL);
        client.create(Target.collection(EVENTS, "default"), event(), WriteOptions.DEFAULT);
        assertThat(lines()).isEmpty();
    }
}
