package dev.setpoint.resources.strategy.autoscaling;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HorizontalPodAutoscalerStrategyTest {
    private static final String TARGET =
            "'scaleTargetRef': {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'name': 'x'}";
    private final HorizontalPodAutoscalerStrategy strategy = new HorizontalPodAutoscalerStrategy();

    @Test
    void boundsAreInOrderAndTheTargetIsNamed() {
        assertThat(
                        mistakes(
                                strategy,
                                "{'spec': {'maxReplicas': 3, 'minReplicas': 5, 'scaleTargetRef': {'kind': 'Deployment', 'name': 'x'}}}"))
                .containsExactly(
                        "spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`",
                        "spec.scaleTargetRef.apiVersion: Invalid value: \"\": apiVersion must specify API group");
        assertThat(mistakes(strategy, "{'spec': {'maxReplicas': 0, 'scaleTargetRef': {}}}"))
                .containsExactly(
                        "spec.maxReplicas: Required value: must be set and greater than 0",
                        "spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`",
                        "spec.scaleTargetRef.kind: Required value",
                        "spec.scaleTargetRef.name: Required value",
                        "spec.scaleTargetRef.apiVersion: Invalid value: \"\": apiVersion must specify API group");
        assertThat(mistakes(
                        strategy,
                        "{'spec': {'maxReplicas': -1, 'minReplicas': 0, 'scaleTargetRef':"
                                + " {'apiVersion': 'a/b/c', 'kind': 'K', 'name': 'a/b'}}}"))
                .containsExactly(
                        "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1",
                        "spec.maxReplicas: Invalid value: -1: must be greater than or equal to 1",
                        "spec.maxReplicas: Invalid value: -1: must be greater than or equal to `minReplicas`",
                        "spec.scaleTargetRef.name: Invalid value: \"a/b\": may not contain '/'",
                        "spec.scaleTargetRef.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: a/b/c",
                        "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling"
                                + " to zero replicas");
    }

    @Test
    void aMetricHasOneSourceAndATargetForIt() {
        assertThat(metrics("{'type': 'Resource', 'resource': {'name': 'cpu', 'target': {'type': 'Utilization'}}}"))
                .containsExactly("spec.metrics[0].resource.target.averageUtilization: Required value: must set either a"
                        + " target raw value or a target utilization");
        assertThat(metrics("{'type': 'Pods', 'pods': {'metric': {}, 'target': {'type': 'Odd', 'averageValue': '0'}}}"))
                .containsExactly(
                        "spec.metrics[0].pods.metric.name: Required value: must specify a metric name",
                        "spec.metrics[0].pods.target.type: Invalid value: \"Odd\": must be either Utilization, Value, or"
                                + " AverageValue",
                        "spec.metrics[0].pods.target.averageValue: Invalid value: \"0\": must be positive");
        assertThat(metrics("{'type': 'External', 'external': {'metric': {'name': 'm'}, 'target': {'type': 'Value',"
                        + " 'value': '1', 'averageValue': '2'}}, 'object': null}"))
                .containsExactly("spec.metrics[0].external.target.value: Forbidden: may not set both a target value for"
                        + " metric and a per-pod target");
        assertThat(metrics("{'type': 'Object', 'resource': {'name': 'cpu', 'target': {'type': 'Utilization',"
                        + " 'averageUtilization': 50}}}"))
                .containsExactly(
                        "spec.metrics[0].object: Required value: must populate information for the given metric source");
        assertThat(metrics("{'type': 'ContainerResource', 'containerResource': {'name': 'cpu', 'target':"
                        + " {'type': 'Utilization', 'averageUtilization': 0}}}"))
                .containsExactly(
                        "spec.metrics[0].containerResource.container: Required value: must specify a container",
                        "spec.metrics[0].containerResource.target.averageUtilization: Invalid value: 0: must be greater"
                                + " than 0");
    }

    @Test
    void rulesOfScalingAreBounded() {
        assertThat(mistakes(strategy, "{'spec': {'maxReplicas': 1, " + TARGET + """
                        , 'behavior': {'scaleDown': {'stabilizationWindowSeconds': 3601, 'selectPolicy': 'Odd',
                           'policies': [{'type': 'X', 'value': 0, 'periodSeconds': 1801}]},
                          'scaleUp': {'stabilizationWindowSeconds': -1, 'policies': []}}}}"""))
                .containsExactly(
                        "spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: -1: must be greater than or"
                                + " equal to zero",
                        "spec.behavior.scaleUp.policies: Required value: must specify at least one Policy",
                        "spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or"
                                + " equal to 3600",
                        "spec.behavior.scaleDown.selectPolicy: Unsupported value: \"Odd\": supported values: \"Disabled\","
                                + " \"Max\", \"Min\"",
                        "spec.behavior.scaleDown.policies[0].type: Unsupported value: \"X\": supported values:"
                                + " \"Percent\", \"Pods\"",
                        "spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero",
                        "spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or"
                                + " equal to 1800");
    }

    @Test
    void anOldReferenceMayStayAsItIs() {
        var old = object(
                "{'metadata': {}, 'spec': {'maxReplicas': 2, 'minReplicas': 1, 'scaleTargetRef': {'kind': 'K', 'name': 'x'}}}");
        var scaled = object(
                "{'metadata': {}, 'spec': {'maxReplicas': 3, 'minReplicas': 1, 'scaleTargetRef': {'kind': 'K', 'name': 'x'}}}");
        assertThat(texts(strategy.validateUpdate(scaled, old))).isEmpty();
    }

    private List<String> metrics(String metric) {
        return mistakes(strategy, "{'spec': {'maxReplicas': 1, " + TARGET + ", 'metrics': [" + metric + "]}}");
    }
}
