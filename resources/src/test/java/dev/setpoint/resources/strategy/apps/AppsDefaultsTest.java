package dev.setpoint.resources.strategy.apps;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class AppsDefaultsTest {
    @Test
    void fillsADeployment() {
        assertThat(created(new DeploymentStrategy(), """
                {'spec': {'paused': true, 'selector': {'matchLabels': {'app': 'web'}}, 'template': {
                   'metadata': {'labels': {'app': 'web'}},
                   'spec': {'containers': [{'image': 'x', 'name': 'c'}], 'schedulerName': 'none'}}}}""")).isEqualTo(object("""
                {'spec': {'paused': true, 'progressDeadlineSeconds': 600, 'replicas': 1, 'revisionHistoryLimit': 10,
                   'selector': {'matchLabels': {'app': 'web'}},
                   'strategy': {'rollingUpdate': {'maxSurge': '25%', 'maxUnavailable': '25%'}, 'type': 'RollingUpdate'},
                   'template': {'metadata': {'labels': {'app': 'web'}}, 'spec': {
                     'containers': [{'image': 'x', 'imagePullPolicy': 'Always', 'name': 'c', 'resources': {},
                       'terminationMessagePath': '/dev/termination-log', 'terminationMessagePolicy': 'File'}],
                     'dnsPolicy': 'ClusterFirst', 'restartPolicy': 'Always', 'schedulerName': 'none',
                     'securityContext': {}, 'terminationGracePeriodSeconds': 30}}},
                 'status': {}}"""));
    }

    @Test
    void annotationsOfADeploymentAreDesiredState() {
        DeploymentStrategy strategy = new DeploymentStrategy();
        JsonObject old = object("{'metadata': {'name': 'a'}, 'spec': {'replicas': 1}, 'status': {'replicas': 1}}");
        JsonObject labelled = object("{'metadata': {'labels': {'a': 'b'}}, 'spec': {'replicas': 1}, 'status': {}}");
        JsonObject annotated =
                object("{'metadata': {'annotations': {'a': 'b'}}, 'spec': {'replicas': 1}, 'status': {}}");
        JsonObject scaled = object("{'metadata': {}, 'spec': {'replicas': 2}, 'status': {}}");

        assertThat(strategy.changesDesiredState(labelled, old)).isFalse();
        assertThat(strategy.changesDesiredState(annotated, old)).isTrue();
        assertThat(strategy.changesDesiredState(scaled, old)).isTrue();
        assertThat(new ReplicaSetStrategy().changesDesiredState(annotated, old)).isFalse();
    }

    @Test
    void aStatusWriteKeepsTheLabelsOfADeployment() {
        JsonObject old = object("{'metadata': {'labels': {'a': 'b'}}, 'spec': {'replicas': 1}}");
        JsonObject changed = object("{'metadata': {'annotations': {'x': 'y'}}, 'spec': {}, 'status': {'replicas': 1}}");

        new DeploymentStrategy().prepareForStatusUpdate(changed, old);

        assertThat(changed).isEqualTo(object("""
                {'metadata': {'annotations': {'x': 'y'}, 'labels': {'a': 'b'}}, 'spec': {'replicas': 1},
                 'status': {'replicas': 1}}"""));
    }
}
