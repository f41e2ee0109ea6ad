package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;

/// `describe` of every kind that people look at, and `events`.
@ExtendWith(ClusterExtension.class)
class DescribeIT {
    @OldestAndNewest
    void describesWorkloadsWithTheirEvents(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.feed(Manifests.deployment("web", 1), "apply", "-f", "-");
        kubectl.run("rollout", "status", "deploy/web", "--timeout=60s");
        kubectl.until(out -> out.contains("Started"), "events", "--for", "pod/" + pod(kubectl));
        assertThat(kubectl.run("describe", "deployment", "web"))
                .contains("Replicas:               1 desired | 1 updated | 1 total | 1 available | 0 unavailable")
                .contains("StrategyType:           RollingUpdate")
                .contains("Scaled up replica set web-");
        assertThat(kubectl.run("describe", "rs", "-l", "app=web"))
                .contains("Controlled By:  Deployment/web")
                .contains("Created pod: web-");
        assertThat(kubectl.run("describe", "pod", pod(kubectl)))
                .containsPattern("Status: +Running")
                .contains("Controlled By:  ReplicaSet/web-")
                .contains("Successfully assigned " + kubectl.namespace());
        assertThat(kubectl.run("get", "events", "--field-selector", "involvedObject.kind=Deployment"))
                .contains("ScalingReplicaSet");
        assertThat(kubectl.run("events", "--types=Normal")).contains("ScalingReplicaSet");
        assertThat(kubectl.run("describe", "node"))
                .contains("Conditions:")
                .contains("KubeletReady")
                .contains("Non-terminated Pods:");
    }

    @OldestAndNewest
    void describesEverythingElse(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        List<List<String>> made = List.of(
                List.of("create", "configmap", "cm", "--from-literal=a=b"),
                List.of("create", "secret", "generic", "secret", "--from-literal=a=bcd"),
                List.of("create", "serviceaccount", "sa"),
                List.of("create", "service", "clusterip", "svc", "--tcp=80:8080"),
                List.of("create", "ingress", "ing", "--rule=example.com/=svc:80"),
                List.of("create", "role", "role", "--verb=get", "--resource=pods"),
                List.of("create", "rolebinding", "rb", "--role=role", "--user=ann"),
                List.of("create", "job", "job", "--image=busybox", "--", "true"),
                List.of("create", "cronjob", "cj", "--image=busybox", "--schedule=0 0 1 1 *", "--", "true"),
                List.of("create", "quota", "quota", "--hard=configmaps=10"),
                List.of("create", "pdb", "pdb", "--selector=a=b", "--min-available=1"));
        made.forEach(command -> kubectl.run(command.toArray(String[]::new)));
        Map<String, String> expected = Map.ofEntries(
                Map.entry("cm/cm", "a:\n----\nb\n"),
                Map.entry("secret/secret", "a: 3 bytes"),
                Map.entry("sa/sa", "Mountable secrets: <none>"),
                Map.entry("svc/svc", "TargetPort: 8080/TCP"),
                Map.entry("ing/ing", "svc:80"),
                Map.entry("role/role", "[get]"),
                Map.entry("rolebinding/rb", "User ann"),
                Map.entry("job/job", "Parallelism:"),
                Map.entry("cronjob/cj", "Schedule:"),
                Map.entry("quota/quota", "Used Hard"),
                Map.entry("pdb/pdb", "Min available:"),
                Map.entry("ns/" + kubectl.namespace(), "Status: Active"));
        expected.forEach(
                (what, text) -> assertThat(kubectl.run("describe", what).replaceAll(" +", " "))
                        .as(what)
                        .startsWith("Name:")
                        .contains(text));
    }

    private static String pod(Kubectl kubectl) {
        return kubectl.run("get", "pods", "-o", "jsonpath={.items[0].metadata.name}");
    }
}
