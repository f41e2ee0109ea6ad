package dev.setpoint.resources.conversion;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionsTest {
    private final Conversion events = of("events.k8s.io", "v1", "Event");
    private final Conversion autoscalers = of("autoscaling", "v1", "HorizontalPodAutoscaler");

    @Test
    void existsForEveryResourceThatIsServedInAnotherVersion() {
        for (ResourceType type : ResourceTable.builtIn().types()) {
            assertThat(Conversions.of(type).equals(Conversion.NONE)).isEqualTo(type.servedAsStored());
        }
    }

    @Test
    void servesACoreEventUnderItsOtherNames() {
        assertThat(events.toServed(json("""
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"e1"},"count":3,"eventTime":null,
                 "firstTimestamp":"2020-05-05T05:05:05Z","lastTimestamp":"2020-05-05T05:05:06Z",
                 "involvedObject":{"kind":"Pod","name":"p"},"message":"m","reason":"Started",
                 "reportingComponent":"","reportingInstance":"","source":{"component":"me"},"type":"Normal"}"""))).isEqualTo(json("""
                {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e1"},"deprecatedCount":3,
                 "eventTime":null,"deprecatedFirstTimestamp":"2020-05-05T05:05:05Z",
                 "deprecatedLastTimestamp":"2020-05-05T05:05:06Z","regarding":{"kind":"Pod","name":"p"},"note":"m",
                 "reason":"Started","deprecatedSource":{"component":"me"},"type":"Normal"}"""));
    }

    @Test
    void keepsAnEventOfTheNewGroupAsCore() {
        assertThat(events.toStored(json("""
                {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"name":"e3"},"action":"Act",
                 "eventTime":"2020-05-05T05:05:05.000000Z","note":"n","reason":"R","regarding":{"kind":"Pod"},
                 "reportingController":"x/y","reportingInstance":"i","type":"Warning",
                 "series":{"count":2,"lastObservedTime":"2020-05-05T05:05:06.000000Z"}}"""))).isEqualTo(json("""
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"e3"},"action":"Act",
                 "eventTime":"2020-05-05T05:05:05.000000Z","firstTimestamp":null,"lastTimestamp":null,
                 "involvedObject":{"kind":"Pod"},"message":"n","reason":"R","reportingComponent":"x/y",
                 "reportingInstance":"i","source":{},"type":"Warning",
                 "series":{"count":2,"lastObservedTime":"2020-05-05T05:05:06.000000Z"}}"""));
    }

    @Test
    void servesTheUseOfCpuInTheFieldOfTheOldVersion() {
        JsonObject served = autoscalers.toServed(v2("""
                "metrics":[{"type":"Resource","resource":{"name":"cpu",
                  "target":{"type":"Utilization","averageUtilization":60}}}]""", ""));

        assertThat(served.text("apiVersion")).isEqualTo("autoscaling/v1");
        assertThat(served.at("spec", "targetCPUUtilizationPercentage")).isEqualTo(JsonValue.of(60));
        assertThat(served.at("spec", "metrics")).isNull();
        assertThat(served.at("metadata", "annotations")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"""
                {"type":"Resource","resource":{"name":"memory","target":{"type":"AverageValue","averageValue":"1Gi"}}}""", """
                {"type":"Resource","resource":{"name":"memory","target":{"type":"Utilization","averageUtilization":5}}}""", """
                {"type":"ContainerResource","containerResource":{"name":"cpu","container":"app",
                 "target":{"type":"Utilization","averageUtilization":5}}}""", """
                {"type":"Pods","pods":{"metric":{"name":"qps","selector":{"matchLabels":{"a":"b"}}},
                 "target":{"type":"AverageValue","averageValue":"5"}}}""", """
                {"type":"Object","object":{"describedObject":{"kind":"Ingress","name":"i","apiVersion":"v1"},
                 "metric":{"name":"hits"},"target":{"type":"Value","value":"10k"}}}""", """
                {"type":"Object","object":{"describedObject":{"kind":"Ingress","name":"i","apiVersion":"v1"},
                 "metric":{"name":"hits"},"target":{"type":"AverageValue","averageValue":"10"}}}""", """
                {"type":"External","external":{"metric":{"name":"queue","selector":{"matchLabels":{"a":"b"}}},
                 "target":{"type":"Value","value":"30"}}}""", """
                {"type":"External","external":{"metric":{"name":"queue"},
                 "target":{"type":"AverageValue","averageValue":"30"}}}"""})
    void carriesOtherMetricsThroughTheOldVersion(String metric) {
        JsonObject stored = v2("\"metrics\":[" + metric + "]", "");

        JsonObject served = autoscalers.toServed(stored.copy());

        assertThat(served.at("metadata", "annotations", "autoscaling.alpha.kubernetes.io/metrics"))
                .isNotNull();
        assertThat(autoscalers.toStored(served)).isEqualTo(stored);
    }

    @Test
    void carriesBehaviourAndStatusThroughTheOldVersion() {
        JsonObject stored = v2("""
                "behavior":{"scaleDown":{"policies":[{"type":"Pods","value":1,"periodSeconds":60}],
                  "selectPolicy":"Max","tolerance":"100m"}},
                "metrics":[{"type":"Resource","resource":{"name":"cpu",
                  "target":{"type":"Utilization","averageUtilization":60}}}]""", """
                "conditions":[{"type":"AbleToScale","status":"True","reason":"R","message":"m",
                  "lastTransitionTime":"2020-05-05T05:05:05Z"}],
                "currentMetrics":[{"type":"Resource","resource":{"name":"cpu",
                  "current":{"averageUtilization":7,"averageValue":"70m"}}},
                  {"type":"Object","object":{"describedObject":{"kind":"Ingress","name":"i"},
                  "metric":{"name":"hits"},"current":{"value":"3"}}}],
                "currentReplicas":2,"desiredReplicas":3,"observedGeneration":4""");

        JsonObject served = autoscalers.toServed(stored.copy());

        assertThat(served.at("status", "currentCPUUtilizationPercentage")).isEqualTo(JsonValue.of(7));
        assertThat(served.at("status", "conditions")).isNull();
        assertThat(served.at("metadata", "annotations", "autoscaling.alpha.kubernetes.io/behavior"))
                .isEqualTo(JsonValue.of("{\"ScaleDown\":{\"Policies\":[{\"Type\":\"Pods\",\"Value\":1,"
                        + "\"PeriodSeconds\":60}],\"SelectPolicy\":\"Max\",\"Tolerance\":\"100m\"}}"));
        assertThat(autoscalers.toStored(served)).isEqualTo(stored);
    }

    @Test
    void assumesEightyPercentWhereTheOldVersionSaysNothing() {
        JsonObject stored = autoscalers.toStored(json("""
                {"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"h"},
                 "spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment","name":"d"}}}"""));

        assertThat(stored).isEqualTo(v2("""
                "metrics":[{"type":"Resource","resource":{"name":"cpu",
                  "target":{"type":"Utilization","averageUtilization":80}}}]""", "").put("metadata", json("{\"name\":\"h\"}")));
    }

    @Test
    void passesOverAnnotationsThatItCannotRead() {
        JsonObject stored = autoscalers.toStored(json("""
                {"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"h","annotations":{
                   "autoscaling.alpha.kubernetes.io/metrics":"{","autoscaling.alpha.kubernetes.io/conditions":"[1]",
                   "autoscaling.alpha.kubernetes.io/behavior":"[]","keep":"me"}},
                 "spec":{"maxReplicas":3,"scaleTargetRef":{"kind":"Deployment","name":"d"},
                         "targetCPUUtilizationPercentage":0}}"""));

        assertThat(stored.at("metadata", "annotations")).isEqualTo(json("{\"keep\":\"me\"}"));
        assertThat(stored.at("spec", "behavior")).isNull();
        assertThat(stored.at("status", "conditions")).isNull();
        assertThat(requireNonNull(stored.at("spec", "metrics")).toString()).contains("\"averageUtilization\":0");
    }

    private static Conversion of(String group, String version, String kind) {
        return Conversions.of(requireNonNull(ResourceTable.builtIn().find(new GroupVersionKind(group, version, kind))));
    }

    private static JsonObject v2(String spec, String status) {
        JsonObject autoscaler = json("{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\","
                + "\"metadata\":{\"name\":\"h\"},\"spec\":{\"maxReplicas\":3,"
                + "\"scaleTargetRef\":{\"kind\":\"Deployment\",\"name\":\"d\"}," + spec + "},\"status\":{" + status
                + "}}");
        Canonical.apply(
                autoscaler, BuiltInSchemas.of(new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler")));
        return autoscaler;
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
