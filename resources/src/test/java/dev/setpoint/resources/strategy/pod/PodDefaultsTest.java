package dev.setpoint.resources.strategy.pod;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodDefaultsTest {
    private final PodStrategy strategy = new PodStrategy();

    @Test
    void fillsAMinimalPod() {
        JsonObject pod = created(strategy, """
                {'metadata': {'name': 'p'}, 'spec': {
                  'containers': [{'image': 'registry.test/app', 'name': 'c'}], 'schedulerName': 'none'}}""");

        assertThat(pod).isEqualTo(object("""
                {'metadata': {'name': 'p'},
                 'spec': {
                   'containers': [{'image': 'registry.test/app', 'imagePullPolicy': 'Always', 'name': 'c', 'resources': {},
                     'terminationMessagePath': '/dev/termination-log', 'terminationMessagePolicy': 'File'}],
                   'dnsPolicy': 'ClusterFirst', 'enableServiceLinks': true, 'restartPolicy': 'Always',
                   'schedulerName': 'none', 'securityContext': {}, 'terminationGracePeriodSeconds': 30},
                 'status': {'phase': 'Pending', 'qosClass': 'BestEffort'}}"""));
    }

    @Test
    void fillsProbesVolumesAndSources() {
        JsonObject pod = created(strategy, """
                {'metadata': {}, 'spec': {
                  'containers': [{'name': 'app', 'image': 'app:latest',
                    'env': [{'name': 'A', 'valueFrom': {'fieldRef': {'fieldPath': 'metadata.name'}}}, {'name': 'B', 'value': 'x'}],
                    'lifecycle': {'preStop': {'httpGet': {'port': 80}}},
                    'livenessProbe': {'periodSeconds': 3, 'tcpSocket': {'port': 'x'}},
                    'ports': [{'containerPort': 80}],
                    'readinessProbe': {'httpGet': {'port': 80}},
                    'resources': {'limits': {'cpu': '1', 'memory': '64Mi'}},
                    'startupProbe': {'grpc': {'port': 1}},
                    'volumeMounts': [{'mountPath': '/v', 'name': 'v'}]}],
                  'terminationGracePeriodSeconds': 0,
                  'volumes': [{'name': 'v'}, {'name': 's', 'secret': {'secretName': 'x'}},
                    {'configMap': {'name': 'y'}, 'name': 'c'}, {'hostPath': {'path': '/x'}, 'name': 'h'},
                    {'downwardAPI': {'items': [{'fieldRef': {'fieldPath': 'metadata.labels'}, 'path': 'l'}]}, 'name': 'd'},
                    {'name': 'pr', 'projected': {'sources': [{'serviceAccountToken': {'path': 't'}}]}}]}}""");

        assertThat(pod).isEqualTo(object("""
                {'metadata': {}, 'spec': {
                  'containers': [{'name': 'app', 'image': 'app:latest', 'imagePullPolicy': 'Always',
                    'env': [{'name': 'A', 'valueFrom': {'fieldRef': {'apiVersion': 'v1', 'fieldPath': 'metadata.name'}}},
                      {'name': 'B', 'value': 'x'}],
                    'lifecycle': {'preStop': {'httpGet': {'path': '/', 'port': 80, 'scheme': 'HTTP'}}},
                    'livenessProbe': {'failureThreshold': 3, 'periodSeconds': 3, 'successThreshold': 1,
                      'tcpSocket': {'port': 'x'}, 'timeoutSeconds': 1},
                    'ports': [{'containerPort': 80, 'protocol': 'TCP'}],
                    'readinessProbe': {'failureThreshold': 3, 'httpGet': {'path': '/', 'port': 80, 'scheme': 'HTTP'},
                      'periodSeconds': 10, 'successThreshold': 1, 'timeoutSeconds': 1},
                    'resources': {'limits': {'cpu': '1', 'memory': '64Mi'}, 'requests': {'cpu': '1', 'memory': '64Mi'}},
                    'startupProbe': {'grpc': {'port': 1, 'service': ''}, 'failureThreshold': 3, 'periodSeconds': 10,
                      'successThreshold': 1, 'timeoutSeconds': 1},
                    'terminationMessagePath': '/dev/termination-log', 'terminationMessagePolicy': 'File',
                    'volumeMounts': [{'mountPath': '/v', 'name': 'v'}]}],
                  'dnsPolicy': 'ClusterFirst', 'enableServiceLinks': true, 'restartPolicy': 'Always',
                  'schedulerName': 'default-scheduler', 'securityContext': {}, 'terminationGracePeriodSeconds': 0,
                  'volumes': [{'emptyDir': {}, 'name': 'v'}, {'name': 's', 'secret': {'defaultMode': 420, 'secretName': 'x'}},
                    {'configMap': {'defaultMode': 420, 'name': 'y'}, 'name': 'c'},
                    {'hostPath': {'path': '/x', 'type': ''}, 'name': 'h'},
                    {'downwardAPI': {'defaultMode': 420, 'items': [
                      {'fieldRef': {'apiVersion': 'v1', 'fieldPath': 'metadata.labels'}, 'path': 'l'}]}, 'name': 'd'},
                    {'name': 'pr', 'projected': {'defaultMode': 420, 'sources': [
                      {'serviceAccountToken': {'expirationSeconds': 3600, 'path': 't'}}]}}]},
                 'status': {'phase': 'Pending', 'qosClass': 'Guaranteed'}}"""));
    }

    @Test
    void defaultingTwiceIsDefaultingOnce() {
        JsonObject pod = created(
                strategy,
                "{'spec': {'hostNetwork': true, 'serviceAccount': 'a', 'containers':"
                        + " [{'name': 'c', 'image': 'x', 'ports': [{'containerPort': 80}]}]}}");
        JsonObject again = pod.copy();

        strategy.applyDefaults(again);

        assertThat(again).isEqualTo(pod);
        assertThat(pod.at("spec", "serviceAccountName")).isEqualTo(pod.at("spec", "serviceAccount"));
        assertThat(pod.child("spec").array("containers"))
                .asString()
                .contains("\"ports\":[{\"containerPort\":80,\"hostPort\":80,\"protocol\":\"TCP\"}]");
    }

    @Test
    void aTemplateIsNoPod() {
        JsonObject template = object(
                "{'spec': {'containers': [{'name': 'c', 'image': 'x', 'resources': {'limits':" + " {'cpu': '1'}}}]}}");

        PodDefaults.template(template);

        assertThat(template.at("spec", "enableServiceLinks")).isNull();
        assertThat(template.toString()).doesNotContain("requests");
    }

    @Test
    void knowsWhichImagesMove() {
        for (String image : List.of("nginx", "nginx:latest", "host:5000/a/b", "a.b/c__d", "library/nginx:latest")) {
            assertThat(ImageReference.isLatest(image)).as(image).isTrue();
        }
        String digest = "@sha256:" + "0".repeat(64);
        for (String image : List.of(
                "nginx:1.25",
                "host:5000/a:1",
                "nginx" + digest,
                "Nginx",
                "",
                "a//b",
                "a:latest2",
                "a_-b",
                "0".repeat(64))) {
            assertThat(ImageReference.isLatest(image)).as(image).isFalse();
        }
        assertThat(ImageReference.isLatest("nginx:latest" + digest)).isTrue();
    }

    @Test
    void alignsTheTwoFormsOfAddresses() {
        JsonObject pod = object("{'spec': {}, 'status': {'podIP': '10.0.0.1'}}");
        strategy.applyDefaults(pod);
        assertThat(pod.child("status").toString())
                .isEqualTo("{\"podIP\":\"10.0.0.1\",\"podIPs\":[{\"ip\":\"10.0.0.1\"}]}");

        JsonObject listed = object("{'spec': {}, 'status': {'podIPs': [{'ip': '10.0.0.2'}, {'ip': '::1'}]}}");
        strategy.applyDefaults(listed);
        assertThat(listed.at("status", "podIP")).isEqualTo(JsonValue.of("10.0.0.2"));
    }
}
