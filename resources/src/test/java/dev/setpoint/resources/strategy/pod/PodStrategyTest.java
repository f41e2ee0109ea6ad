package dev.setpoint.resources.strategy.pod;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PodStrategyTest {
    private final PodStrategy strategy = new PodStrategy();

    @Test
    void classifiesByWhatIsRequestedAndBounded() {
        assertThat(quality("{'limits': {'cpu': '100m', 'memory': '1Gi'}}")).isEqualTo("Guaranteed");
        assertThat(quality("{'limits': {'cpu': '1000m', 'memory': '1Gi'}, 'requests': {'cpu': 1}}"))
                .isEqualTo("Guaranteed");
        assertThat(quality("{'limits': {'cpu': '1', 'memory': '1Gi'}, 'requests': {'cpu': '0.5'}}"))
                .isEqualTo("Burstable");
        assertThat(quality("{'requests': {'cpu': '0.1'}}")).isEqualTo("Burstable");
        assertThat(quality("{'requests': {'cpu': '0'}}")).isEqualTo("BestEffort");
        assertThat(quality("{'limits': {'example.com/gpu': '1'}}")).isEqualTo("BestEffort");
        assertThat(quality("{}")).isEqualTo("BestEffort");
    }

    private String quality(String resources) {
        JsonObject pod = created(
                strategy, "{'spec': {'containers': [{'name': 'c', 'image': 'x', 'resources': " + resources + "}]}}");
        return pod.child("status").textOr("qosClass", "");
    }

    @Test
    void waitsOnlyForWhatRuns() {
        JsonObject running = object("{'spec': {'nodeName': 'n', 'terminationGracePeriodSeconds': 30}}");

        assertThat(strategy.gracePeriodSeconds(running, OptionalLong.empty())).hasValue(30);
        assertThat(strategy.gracePeriodSeconds(running, OptionalLong.of(5))).hasValue(5);
        assertThat(strategy.gracePeriodSeconds(running, OptionalLong.of(0))).hasValue(0);
        assertThat(strategy.gracePeriodSeconds(running, OptionalLong.of(-3))).hasValue(1);
        assertThat(strategy.gracePeriodSeconds(
                        object("{'spec': {'terminationGracePeriodSeconds': 30}}"), OptionalLong.of(5)))
                .hasValue(0);
        assertThat(strategy.gracePeriodSeconds(
                        object("{'spec': {'nodeName': 'n'}, 'status': {'phase': 'Failed'}}"), OptionalLong.of(5)))
                .hasValue(0);
    }

    @Test
    void aStatusWriteChangesStatusAndLabelsAlone() {
        JsonObject old = object("""
                {'metadata': {'name': 'p', 'ownerReferences': [{'uid': '1'}]}, 'spec': {'nodeName': 'n'},
                 'status': {'qosClass': 'BestEffort', 'observedGeneration': 2,
                   'conditions': [{'type': 'Ready', 'observedGeneration': 2}]}}""");
        JsonObject pod = object("""
                {'metadata': {'name': 'p', 'labels': {'a': 'b'}}, 'spec': {'nodeName': 'x'},
                 'status': {'phase': 'Running', 'conditions': [{'type': 'Ready', 'status': 'True'}]}}""");

        strategy.prepareForStatusUpdate(pod, old);

        assertThat(pod).isEqualTo(object("""
                {'metadata': {'name': 'p', 'labels': {'a': 'b'}, 'ownerReferences': [{'uid': '1'}]},
                 'spec': {'nodeName': 'n'},
                 'status': {'phase': 'Running', 'qosClass': 'BestEffort', 'observedGeneration': 2,
                   'conditions': [{'type': 'Ready', 'status': 'True', 'observedGeneration': 2}]}}"""));
    }

    @Test
    void subresourcesChangeTheirPartAlone() {
        JsonObject old = object("""
                {'metadata': {'labels': {'a': 'b'}}, 'spec': {'nodeName': 'n', 'containers': [{'name': 'c', 'image': 'x'}]}}""");
        JsonObject pod = object("""
                {'metadata': {}, 'spec': {'containers': [{'name': 'c', 'image': 'y', 'resources': {'requests': {'cpu': '1'}}}],
                   'ephemeralContainers': [{'name': 'debug'}]}}""");

        JsonObject debugged = pod.copy();
        strategy.prepareForSubresourceUpdate("ephemeralcontainers", debugged, old);
        assertThat(debugged).isEqualTo(object("""
                {'metadata': {'labels': {'a': 'b'}}, 'spec': {'nodeName': 'n', 'containers': [{'name': 'c', 'image': 'x'}],
                   'ephemeralContainers': [{'name': 'debug'}]}}"""));

        JsonObject resized = pod.copy();
        strategy.prepareForSubresourceUpdate("resize", resized, old);
        assertThat(resized).isEqualTo(object("""
                {'metadata': {'labels': {'a': 'b'}}, 'spec': {'nodeName': 'n',
                   'containers': [{'name': 'c', 'image': 'x', 'resources': {'requests': {'cpu': '1'}}}]}}"""));
    }

    @Test
    void takesTheValuesOfLabelKeysFromThePod() {
        JsonObject pod = created(strategy, """
                {'metadata': {'labels': {'hash': '1', 'tenant': 't'}}, 'spec': {
                   'topologySpreadConstraints': [{'labelSelector': {}, 'matchLabelKeys': ['hash', 'none']},
                     {'matchLabelKeys': ['hash']}],
                   'affinity': {'podAntiAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': [
                     {'labelSelector': {'matchLabels': {'a': 'b'}}, 'mismatchLabelKeys': ['tenant']}]}}}}""");

        assertThat(pod.at("spec", "topologySpreadConstraints"))
                .hasToString(
                        "[{\"labelSelector\":{\"matchExpressions\":[{\"key\":\"hash\",\"operator\":\"In\",\"values\":[\"1\"]}]},"
                                + "\"matchLabelKeys\":[\"hash\",\"none\"]},{\"matchLabelKeys\":[\"hash\"]}]");
        assertThat(pod.at("spec", "affinity", "podAntiAffinity"))
                .asString()
                .contains("{\"key\":\"tenant\",\"operator\":\"NotIn\",\"values\":[\"t\"]}");
    }

    @Test
    void aGatedPodSaysSo() {
        JsonObject pod = created(
                strategy,
                "{'metadata': {'creationTimestamp': '2020-01-01T00:00:00Z'}, 'spec': {'schedulingGates': [{'name': 'g'}]}}");

        assertThat(pod.at("status", "conditions")).asString().contains("\"reason\":\"SchedulingGated\"");
    }

    @Test
    void isSelectedByWhereItRuns() {
        JsonObject pod =
                object("{'spec': {'nodeName': 'n', 'hostNetwork': true}, 'status': {'phase': 'Running', 'podIP':"
                        + " '1.2.3.4'}}");

        assertThat(SelectableFields.of("pods").of(pod))
                .containsEntry("spec.nodeName", "n")
                .containsEntry("spec.hostNetwork", "true")
                .containsEntry("status.phase", "Running")
                .containsEntry("status.podIP", "1.2.3.4")
                .containsEntry("status.nominatedNodeName", "")
                .hasSize(8);
    }
}
