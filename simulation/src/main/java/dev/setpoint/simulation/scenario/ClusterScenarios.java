package dev.setpoint.simulation.scenario;

import static dev.setpoint.simulation.scenario.People.NAMESPACE;
import static dev.setpoint.simulation.scenario.People.PODS;
import static dev.setpoint.simulation.scenario.People.workload;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.SystemProcess;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/// The loops that look after the cluster itself: its nodes, what runs on each of them, its volumes, roles and tokens.
final class ClusterScenarios {
    private static final GroupVersionResource NODES = new GroupVersionResource("", "v1", "nodes");
    private static final GroupVersionResource CLAIMS = new GroupVersionResource("", "v1", "persistentvolumeclaims");
    private static final GroupVersionResource VOLUMES = new GroupVersionResource("", "v1", "persistentvolumes");
    private static final GroupVersionResource SECRETS = new GroupVersionResource("", "v1", "secrets");
    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    private static final GroupVersionResource DAEMON_SETS = new GroupVersionResource("apps", "v1", "daemonsets");
    private static final GroupVersionResource CLASSES =
            new GroupVersionResource("storage.k8s.io", "v1", "storageclasses");
    private static final GroupVersionResource ROLES =
            new GroupVersionResource("rbac.authorization.k8s.io", "v1", "clusterroles");
    private static final GroupVersionResource REQUESTS =
            new GroupVersionResource("certificates.k8s.io", "v1", "certificatesigningrequests");
    private static final GroupVersionResource SCHEMAS =
            new GroupVersionResource("flowcontrol.apiserver.k8s.io", "v1", "flowschemas");

    private ClusterScenarios() {}

    static List<Scenario> all() {
        return List.of(daemonSet(), silentNode(), volumes(), roles(), tokens(), flowSchemas(), certificates());
    }

    private static Scenario daemonSet() {
        String again = "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"two\"}]}}}}";
        return Scenario.named("daemonset")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("daemonset-controller"))
                .nodes("kubelet", Scenarios.nodes(3))
                .beside("kube-scheduler", SystemProcess.scheduler())
                .script(Script.of()
                        .act("create a DaemonSet", People.create(DAEMON_SETS, workload("agent", 0, "one")))
                        .settle()
                        .act("change its image", People.patch(DAEMON_SETS, "agent", again))
                        .settle());
    }

    /// A node that nobody stands for: it falls silent, its pods have to leave, and at last it is taken away.
    private static Scenario silentNode() {
        String node = """
                {"metadata":{"name":"silent"},"status":{"conditions":[{"type":"Ready","status":"True"}]}}""";
        String pod = """
                {"metadata":{"name":"%s"},"spec":{"nodeName":"silent","terminationGracePeriodSeconds":1,
                "tolerations":[{"operator":"Exists","effect":"NoExecute"%s}],
                "containers":[{"name":"c","image":"i"}]}}""";
        return Scenario.named("silent-node")
                .with(
                        Scenarios.CONTROLLERS,
                        SystemProcess.controllers(
                                "node-lifecycle-controller",
                                "taint-eviction-controller",
                                "pod-garbage-collector-controller"))
                .script(Script.of()
                        .act("create a node", People.create(NODES, "", node))
                        .act("a pod that stays", People.create(PODS, pod.formatted("stays", "")))
                        .act(
                                "a pod that waits a while",
                                People.create(PODS, pod.formatted("waits", ",\"tolerationSeconds\":30")))
                        .elapse(Duration.ofMinutes(3))
                        .act("take the node away", People.delete(NODES, "", "silent"))
                        .elapse(Duration.ofMinutes(2))
                        .settle());
    }

    private static Scenario volumes() {
        String storageClass = "{\"metadata\":{\"name\":\"local\"},\"provisioner\":\"setpoint.dev/local\"}";
        String volume = """
                {"metadata":{"name":"%s"},"spec":{"capacity":{"storage":"%s"},"accessModes":["ReadWriteOnce"],
                "storageClassName":"manual","hostPath":{"path":"/x"}}}""";
        String claim = """
                {"metadata":{"name":"%s"},"spec":{"accessModes":["ReadWriteOnce"],"storageClassName":"%s",
                "resources":{"requests":{"storage":"1Gi"}}}}""";
        return Scenario.named("volumes")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("persistentvolume-binder-controller"))
                .script(Script.of()
                        .act("create a class", People.create(CLASSES, "", storageClass))
                        .act("create a volume", People.create(VOLUMES, "", volume.formatted("large", "9Gi")))
                        .act("and a smaller one", People.create(VOLUMES, "", volume.formatted("small", "2Gi")))
                        .settle()
                        .act("claim the smaller one", People.create(CLAIMS, claim.formatted("bound", "manual")))
                        .act("claim what must be made", People.create(CLAIMS, claim.formatted("made", "local")))
                        .settle()
                        .act("give one back", People.delete(CLAIMS, NAMESPACE, "made"))
                        .pause()
                        .act("and the other", People.delete(CLAIMS, NAMESPACE, "bound"))
                        .settle());
    }

    private static Scenario roles() {
        String whole = """
                {"metadata":{"name":"whole"},"rules":[],"aggregationRule":{"clusterRoleSelectors":[
                {"matchLabels":{"part":"yes"}}]}}""";
        String part = """
                {"metadata":{"name":"%1$s","labels":{"part":"yes"}},
                "rules":[{"apiGroups":[""],"resources":["%1$s"],"verbs":["get"]}]}""";
        return Scenario.named("roles")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("clusterrole-aggregation-controller"))
                .script(Script.of()
                        .act("create a role", People.create(ROLES, "", whole))
                        .act("and a part of it", People.create(ROLES, "", part.formatted("pods")))
                        .pause()
                        .act("and another", People.create(ROLES, "", part.formatted("secrets")))
                        .settle()
                        .act("take one away", People.delete(ROLES, "", "pods"))
                        .settle());
    }

    private static Scenario tokens() {
        String secret = """
                {"metadata":{"name":"%s","annotations":{"kubernetes.io/service-account.name":"robot"}},
                "type":"kubernetes.io/service-account-token"}""";
        return Scenario.named("tokens")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("serviceaccount-token-controller"))
                .script(Script.of()
                        .act("create an account", People.create(ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}"))
                        .act("ask for a token", People.create(SECRETS, secret.formatted("one")))
                        .pause()
                        .act("and for another", People.create(SECRETS, secret.formatted("two")))
                        .settle()
                        .act("delete the account", People.delete(ACCOUNTS, NAMESPACE, "robot"))
                        .settle());
    }

    /// A kubelet asks for a certificate: it is approved, and signed once.
    private static Scenario certificates() {
        String pem = """
                -----BEGIN CERTIFICATE REQUEST-----
                MIHsMIGSAgEAMDAxFTATBgNVBAoMDHN5c3RlbTpub2RlczEXMBUGA1UEAwwOc3lz
                dGVtOm5vZGU6bjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQcu7s29HhWrcDN
                vMF/KSYV3Sw5/QxMSQRhpcXe87ICqRgx4IPBtUsHZFtVRgLxHNJwoQOCsZmd8GFS
                EBjNy+DOoAAwCgYIKoZIzj0EAwIDSQAwRgIhAPWi/MpqrawNlj9XLOqnkHhTK8u2
                m6LYQXcRe3CpchRjAiEAqihF31c9PEM5VIvvN1aqBJF9SiAbLL5xGsTvRJ2Ap/c=
                -----END CERTIFICATE REQUEST-----
                """;
        String request = """
                {"metadata":{"name":"%s"},"spec":{"signerName":"kubernetes.io/kube-apiserver-client-kubelet",
                "usages":["digital signature","client auth"],"request":"%s"}}""";
        String encoded = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
        return Scenario.named("certificates")
                .with(Scenarios.CONTROLLERS, SystemProcess.controllers("certificatesigningrequest-controller"))
                .script(Script.of()
                        .act("ask for a certificate", People.create(REQUESTS, "", request.formatted("one", encoded)))
                        .pause()
                        .act("and for another", People.create(REQUESTS, "", request.formatted("two", encoded)))
                        .settle());
    }

    private static Scenario flowSchemas() {
        String schema = """
                {"metadata":{"name":"%s"},"spec":{"priorityLevelConfiguration":{"name":"%s"}}}""";
        return Scenario.named("flow-schemas")
                .with("kube-apiserver", SystemProcess.apiServer())
                .script(Script.of()
                        .act("name a level", People.create(SCHEMAS, "", schema.formatted("found", "global-default")))
                        .act("name none", People.create(SCHEMAS, "", schema.formatted("lost", "nowhere")))
                        .settle());
    }
}
