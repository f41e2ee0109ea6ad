package dev.setpoint.apiserver.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MetricsViewsTest {
    private static final Env ENV = BatonEnv.create(1);

    private static final Stored RUNNING = object(
            "pods",
            "default",
            "a",
            "{'metadata':{'name':'a','namespace':'default','annotations':{'usage.setpoint.dev/cpu':'300m',"
                    + "'usage.setpoint.dev/memory':'64Mi'}},'spec':{'nodeName':'n','containers':[{'name':'x'},"
                    + "{'name':'y'}]},'status':{'phase':'Running'}}");
    private static final Stored PENDING = object(
            "pods", "default", "b", "{'metadata':{'name':'b','namespace':'default'},'status':{'phase':'Pending'}}");
    private static final Stored NODE = object("nodes", "", "n", "{'metadata':{'name':'n'}}");

    private final List<Call> asked = new ArrayList<>();
    private final MetricsViews views =
            new MetricsViews(this::answer, new AnnotatedUsage(), () -> Instant.parse("2026-05-01T12:00:00Z"));

    private Answer answer(Call call) {
        asked.add(call);
        List<Stored> items =
                call.target().resource().resource().equals("pods") ? List.of(RUNNING, PENDING) : List.of(NODE);
        if (call.verb() == Verb.GET) {
            return new Answer.One(200, items.getFirst(), List.of());
        }
        return new Answer.Many(new byte[0], items.iterator(), 0, new byte[0], List.of());
    }

    @Test
    void podsThatRunUseWhatTheirAnnotationsSay() {
        List<JsonObject> metrics = list("pods", "default");
        assertThat(metrics).hasSize(1);
        assertThat(metrics.getFirst().toString())
                .contains("{\"name\":\"x\",\"usage\":{\"cpu\":\"150m\",\"memory\":\"32Mi\"}}")
                .contains("\"window\":\"15s\"");
    }

    @Test
    void aNodeUsesWhatItsPodsUse() {
        assertThat(list("nodes", "").getFirst().child("usage").toString())
                .isEqualTo("{\"cpu\":\"300m\",\"memory\":\"64Mi\"}");
    }

    @Test
    void thePodsAreReadOnBehalfOfTheCaller() {
        list("pods", "default");
        assertThat(asked).singleElement().satisfies(call -> {
            assertThat(call.user().name()).isEqualTo("jane");
            assertThat(call.target()).isEqualTo(Target.collection(core("pods"), "default"));
        });
    }

    @Test
    void nothingOfItCanBeWritten() {
        assertThatThrownBy(() -> views.handle(request(Verb.DELETE, "pods", "default", "a")))
                .hasMessage("the server does not allow this method on the requested resource");
        assertThatThrownBy(() -> views.handle(request(Verb.GET, "services", "default", "a")))
                .hasMessage("the server could not find the requested resource");
    }

    private List<JsonObject> list(String resource, String namespace) {
        List<JsonObject> items = new ArrayList<>();
        if (views.handle(request(Verb.LIST, resource, namespace, "")) instanceof Answer.Many many) {
            many.items().forEachRemaining(item -> items.add(JsonReader.object(item.filled())));
        }
        return items;
    }

    private static Call request(Verb verb, String resource, String namespace, String name) {
        return Call.inside(
                ENV,
                User.of("jane"),
                verb,
                new Target(new GroupVersionResource("metrics.k8s.io", "v1beta1", resource), namespace, name, ""),
                CallBody.None.NONE,
                "test");
    }

    private static GroupVersionResource core(String resource) {
        return new GroupVersionResource("", "v1", resource);
    }

    private static Stored object(String resource, String namespace, String name, String json) {
        Header header = new Header("", 0, Map.of(), Map.of("spec.nodeName", "n"), List.of(), List.of(), false);
        return new Stored(
                new Key(resource, namespace, name),
                7,
                header,
                json.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                -1);
    }
}
