package dev.setpoint.apiserver.metrics.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.metrics.prometheus.Prometheus.Point;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AdaptedMetricsTest {
    private static final Env ENV = BatonEnv.create(1);

    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final User ADMIN = User.of("admin", User.MASTERS);

    private final List<String> asked = new ArrayList<>();
    private List<Point> points = List.of();

    private final AdaptedMetrics views = new AdaptedMetrics(
            _ -> new Answer.Document(299, new JsonObject(), List.of()), ResourceTable::builtIn, query -> {
                asked.add(query);
                return points;
            });

    @Test
    void theMetricsOfAllPodsAreOneQuery() {
        points = List.of(new Point(Map.of("pod", "a"), 1.5, NOW), new Point(Map.of("pod", "b"), 20, NOW));
        assertThat(custom("pods", "*", "http_requests"))
                .isEqualTo("{\"kind\":\"MetricValueList\",\"apiVersion\":\"custom.metrics.k8s.io/v1beta2\","
                        + "\"metadata\":{},\"items\":[" + value("a", "1500m") + "," + value("b", "20") + "]}");
        assertThat(asked).containsExactly("sum by (pod) (http_requests{namespace=\"shop\",pod!=\"\"})");
    }

    @Test
    void anObjectOfAnyKindHasItsLabel() {
        points = List.of(new Point(Map.of("ingress", "web"), 3, NOW));
        assertThat(custom("ingresses.networking.k8s.io", "web", "hits"))
                .contains("\"kind\":\"Ingress\",\"namespace\":\"shop\",\"name\":\"web\"")
                .contains("\"value\":\"3\"");
        assertThat(asked).containsExactly("sum by (ingress) (hits{namespace=\"shop\",ingress=\"web\"})");
    }

    @Test
    void whatIsNotMeasuredIsNotFound() {
        assertThatThrownBy(() -> custom("services", "web", "hits"))
                .hasMessage("services/hits.custom.metrics.k8s.io \"web\" not found");
        assertThat(custom("pods", "*", "hits")).endsWith("\"items\":[]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            ''                     > queue_length
            queue=orders           > queue_length{queue="orders"}
            queue!=orders,a.b/c    > queue_length{a_b_c!="",queue!="orders"}
            zone in (a,b.c)        > queue_length{zone=~"a|b\\\\.c"}
            zone notin (a),!old    > queue_length{old="",zone!~"a"}
            """)
    void externalMetricsAreSelectedByTheirLabels(String selector, String query) {
        external(ADMIN, "queue_length", selector);
        assertThat(asked).containsExactly(query);
    }

    @Test
    void externalMetricsKeepTheirLabels() {
        points = List.of(
                new Point(Map.of("__name__", "queue_length"), 30, NOW),
                new Point(Map.of("queue", "x"), Double.NaN, NOW));
        assertThat(external(ADMIN, "queue_length", ""))
                .isEqualTo("{\"kind\":\"ExternalMetricValueList\",\"apiVersion\":\"external.metrics.k8s.io/v1beta1\","
                        + "\"metadata\":{},\"items\":[{\"metricName\":\"queue_length\",\"metricLabels\":{},"
                        + "\"timestamp\":\"2026-05-01T12:00:00Z\",\"value\":\"30\"}]}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-b", "up} or vector(1", "", "1x"})
    void whatIsNoNameOfAMetricIsNotAsked(String metric) {
        assertThatThrownBy(() -> external(ADMIN, metric, ""))
                .hasMessage("the server could not find the requested resource");
        assertThat(asked).isEmpty();
    }

    @Test
    void aSilentPrometheusIsSaidToBe() {
        AdaptedMetrics silent = new AdaptedMetrics(
                _ -> new Answer.Document(299, new JsonObject(), List.of()), ResourceTable::builtIn, _ -> {
                    throw new IOException("connection refused");
                });
        assertThatThrownBy(() -> silent.handle(request(
                        ADMIN,
                        Verb.LIST,
                        Target.collection(resource("external.metrics.k8s.io", "v1beta1", "x"), ""),
                        "")))
                .hasMessage("unable to fetch metrics: connection refused");
    }

    @Test
    void everythingElseIsHandedOn() {
        Answer answer = views.handle(request(ADMIN, Verb.LIST, Target.collection(resource("", "v1", "pods"), ""), ""));
        assertThat(answer).isInstanceOf(Answer.Document.class);
        assertThat(asked).isEmpty();
    }

    private String custom(String plural, String name, String metric) {
        Target target = Target.object(resource("custom.metrics.k8s.io", "v1beta2", plural), "shop", name)
                .subresource(metric);
        return views.handle(request(ADMIN, Verb.GET, target, "")) instanceof Answer.Document(var _, var json, var _)
                ? json.toString()
                : "";
    }

    private String external(User user, String metric, String selector) {
        Target target = Target.collection(resource("external.metrics.k8s.io", "v1beta1", metric), "shop");
        if (!(views.handle(request(user, Verb.LIST, target, selector)) instanceof Answer.Many many)) {
            return "";
        }
        List<String> items = new ArrayList<>();
        many.items().forEachRemaining(item -> items.add(new String(item.filled(), StandardCharsets.UTF_8)));
        return new String(many.head(), StandardCharsets.UTF_8)
                + String.join(",", items)
                + new String(many.tail(), StandardCharsets.UTF_8);
    }

    private static String value(String pod, String value) {
        return "{\"describedObject\":{\"kind\":\"Pod\",\"namespace\":\"shop\",\"name\":\"" + pod
                + "\",\"apiVersion\":\"v1\"},\"metric\":{\"name\":\"http_requests\"},"
                + "\"timestamp\":\"2026-05-01T12:00:00Z\",\"value\":\"" + value + "\"}";
    }

    private static GroupVersionResource resource(String group, String version, String plural) {
        return new GroupVersionResource(group, version, plural);
    }

    private static Call request(User user, Verb verb, Target target, String selector) {
        return Call.inside(ENV, user, verb, target, CallBody.None.NONE, "test")
                .withParameters(selector.isEmpty() ? Map.of() : Map.of("labelSelector", List.of(selector)));
    }
}
