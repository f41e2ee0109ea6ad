package dev.setpoint.resources.strategy.core;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.defaulted;
import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VolumeAndLimitDefaultsTest {
    @Test
    void fillsAPersistentVolume() {
        assertThat(created(new PersistentVolumeStrategy(), """
                {'metadata': {'name': 'v', 'creationTimestamp': '2026-01-01T00:00:00Z'},
                 'spec': {'capacity': {'storage': '1Gi'}, 'hostPath': {'path': '/x'}}, 'status': {'phase': 'Bound'}}""")).isEqualTo(object("""
                {'metadata': {'name': 'v', 'creationTimestamp': '2026-01-01T00:00:00Z'},
                 'spec': {'capacity': {'storage': '1Gi'}, 'hostPath': {'path': '/x', 'type': ''},
                   'persistentVolumeReclaimPolicy': 'Retain', 'volumeMode': 'Filesystem'},
                 'status': {'phase': 'Pending', 'lastPhaseTransitionTime': '2026-01-01T00:00:00Z'}}"""));
    }

    @Test
    void fillsAClaimAndBothNamesOfItsSource() {
        assertThat(created(new PersistentVolumeClaimStrategy(), """
                {'metadata': {'name': 'c'}, 'spec': {'dataSource': {'kind': 'PersistentVolumeClaim', 'name': 'd'}}}""")).isEqualTo(object("""
                {'metadata': {'name': 'c'}, 'spec': {'volumeMode': 'Filesystem',
                   'dataSource': {'kind': 'PersistentVolumeClaim', 'name': 'd'},
                   'dataSourceRef': {'kind': 'PersistentVolumeClaim', 'name': 'd'}}, 'status': {'phase': 'Pending'}}"""));
    }

    @Test
    void theOldNameOfAClaimsSourceCannotNameANamespace() {
        assertThat(created(new PersistentVolumeClaimStrategy(), """
                        {'spec': {'dataSourceRef': {'kind': 'X', 'name': 'd', 'namespace': 'n'}}}""")
                        .child("spec")
                        .has("dataSource"))
                .isFalse();
    }

    @Test
    void limitsOfContainersBecomeDefaults() {
        assertThat(defaulted(new LimitRangeStrategy(), """
                {'spec': {'limits': [{'type': 'Container', 'max': {'cpu': '2'}, 'min': {'memory': '1Mi'}},
                   {'type': 'Pod', 'max': {'cpu': '4'}}, {'type': 'Container'}]}}""")).isEqualTo(object("""
                {'spec': {'limits': [{'type': 'Container', 'max': {'cpu': '2'}, 'min': {'memory': '1Mi'},
                   'default': {'cpu': '2'}, 'defaultRequest': {'cpu': '2', 'memory': '1Mi'}},
                   {'type': 'Pod', 'max': {'cpu': '4'}}, {'type': 'Container'}]}}"""));
    }

    @Test
    void aReplicationControllerTakesItsSelectorFromItsTemplate() {
        assertThat(created(new ReplicationControllerStrategy(), """
                        {'metadata': {'name': 'r'}, 'spec': {'template': {'metadata': {'labels': {'a': 'b'}}}}}""")).satisfies(controller -> {
            assertThat(controller.at("spec", "selector")).isEqualTo(object("{'a': 'b'}"));
            assertThat(controller.at("metadata", "labels")).isEqualTo(object("{'a': 'b'}"));
            assertThat(controller.at("spec", "replicas")).hasToString("1");
            assertThat(controller.at("status")).isEqualTo(object("{'replicas': 0}"));
        });
    }
}
