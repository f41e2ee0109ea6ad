package dev.setpoint.resources.strategy.apps;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.defaulted;
import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class SetDefaultsTest {
    private static final String TEMPLATE_SPEC = """
            {'containers': [], 'dnsPolicy': 'ClusterFirst', 'restartPolicy': 'Always',
             'schedulerName': 'default-scheduler', 'securityContext': {}, 'terminationGracePeriodSeconds': 30}""";

    @Test
    void fillsAStatefulSetAndItsClaims() {
        assertThat(created(new StatefulSetStrategy(), """
                {'spec': {'replicas': 0, 'serviceName': 'db', 'template': {'spec': {'containers': []}},
                   'volumeClaimTemplates': [{'metadata': {'name': 'data'}, 'spec': {'accessModes': ['ReadWriteOnce']}}]}}""")).isEqualTo(object("""
                {'spec': {'replicas': 0, 'serviceName': 'db', 'podManagementPolicy': 'OrderedReady',
                   'revisionHistoryLimit': 10, 'template': {'spec': %s},
                   'persistentVolumeClaimRetentionPolicy': {'whenDeleted': 'Retain', 'whenScaled': 'Retain'},
                   'updateStrategy': {'type': 'RollingUpdate', 'rollingUpdate': {'partition': 0}},
                   'volumeClaimTemplates': [{'apiVersion': 'v1', 'kind': 'PersistentVolumeClaim',
                     'metadata': {'name': 'data'}, 'status': {'phase': 'Pending'},
                     'spec': {'accessModes': ['ReadWriteOnce'], 'volumeMode': 'Filesystem'}}]},
                 'status': {'replicas': 0, 'availableReplicas': 0}}""".formatted(TEMPLATE_SPEC)));
    }

    @Test
    void aStatefulSetThatNamesItsStrategyGetsNoRollingUpdate() {
        assertThat(defaulted(new StatefulSetStrategy(), "{'spec': {'updateStrategy': {'type': 'OnDelete'}}}")
                        .at("spec", "updateStrategy"))
                .isEqualTo(object("{'type': 'OnDelete'}"));
        assertThat(defaulted(new StatefulSetStrategy(), "{'spec': {'updateStrategy': {'type': 'RollingUpdate'}}}")
                        .at("spec", "updateStrategy"))
                .isEqualTo(object("{'type': 'RollingUpdate'}"));
    }

    @Test
    void fillsADaemonSetAndCountsItsTemplates() {
        assertThat(created(
                        new DaemonSetStrategy(),
                        "{'metadata': {'name': 'd'}, 'spec': {'template': {'spec': {'containers': []}}}}"))
                .isEqualTo(object("""
                {'metadata': {'name': 'd', 'annotations': {'deprecated.daemonset.template.generation': '1'}},
                 'spec': {'revisionHistoryLimit': 10, 'template': {'spec': %s},
                   'updateStrategy': {'type': 'RollingUpdate', 'rollingUpdate': {'maxUnavailable': 1, 'maxSurge': 0}}},
                 'status': {'currentNumberScheduled': 0, 'desiredNumberScheduled': 0, 'numberMisscheduled': 0,
                   'numberReady': 0}}""".formatted(TEMPLATE_SPEC)));
    }

    @Test
    void theTemplateGenerationMovesWithTheTemplateAlone() {
        JsonObject old = object("""
                {'metadata': {'annotations': {'deprecated.daemonset.template.generation': '4'}},
                 'spec': {'minReadySeconds': 1, 'template': {'spec': {'a': 1}}}, 'status': {}}""");
        JsonObject other = object("{'metadata': {}, 'spec': {'minReadySeconds': 2, 'template': {'spec': {'a': 1}}}}");
        JsonObject changed = object("{'metadata': {}, 'spec': {'minReadySeconds': 1, 'template': {'spec': {'a': 2}}}}");
        DaemonSetStrategy strategy = new DaemonSetStrategy();

        strategy.prepareForUpdate(other, old);
        strategy.prepareForUpdate(changed, old);

        assertThat(other.at("metadata", "annotations"))
                .isEqualTo(object("{'deprecated.daemonset.template.generation': '4'}"));
        assertThat(changed.at("metadata", "annotations"))
                .isEqualTo(object("{'deprecated.daemonset.template.generation': '5'}"));
    }
}
