package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// `create` of every kind that has a command, `run`, `expose`, `autoscale`.
@ExtendWith(ClusterExtension.class)
class CreateIT {
    @OldestAndNewest
    void createsWorkloads(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("create", "deployment", "web", "--image=nginx", "--port=80", "--replicas=0"))
                .isEqualTo("deployment.apps/web created\n");
        assertThat(kubectl.attempt("create", "deployment", "web", "--image=nginx")
                        .err())
                .isEqualTo("error: failed to create deployment: deployments.apps \"web\" already exists\n");
        assertThat(kubectl.run("create", "job", "once", "--image=busybox", "--", "true"))
                .isEqualTo("job.batch/once created\n");
        assertThat(kubectl.run("create", "cronjob", "often", "--image=busybox", "--schedule=*/5 * * * *", "--", "date"))
                .isEqualTo("cronjob.batch/often created\n");
        assertThat(kubectl.run("create", "job", "now", "--from=cronjob/often")).isEqualTo("job.batch/now created\n");
        assertThat(kubectl.run("get", "job", "now", "-o", "jsonpath={.metadata.ownerReferences[0].name}"))
                .isEqualTo("often");
        assertThat(kubectl.run("run", "dry", "--image=nginx", "--dry-run=server"))
                .isEqualTo("pod/dry created (server dry run)\n");
        assertThat(kubectl.run("run", "local", "--image=nginx", "--dry-run=client", "-o", "yaml"))
                .contains("kind: Pod")
                .contains("run: local");
        assertThat(kubectl.run("run", "one", "--image=nginx", "--restart=Never", "--labels=a=b"))
                .isEqualTo("pod/one created\n");
        assertThat(kubectl.run("get", "pods", "-l", "a=b", "-o", "jsonpath={.items[*].spec.restartPolicy}"))
                .isEqualTo("Never");
        assertThat(kubectl.run("expose", "deployment", "web", "--port=80", "--target-port=8080"))
                .isEqualTo("service/web exposed\n");
        assertThat(kubectl.run("get", "svc", "web", "-o", "jsonpath={.spec.selector.app} {.spec.ports[0].targetPort}"))
                .isEqualTo("web 8080");
        assertThat(kubectl.run("autoscale", "deployment", "web", "--min=1", "--max=3", "--cpu-percent=50"))
                .isEqualTo("horizontalpodautoscaler.autoscaling/web autoscaled\n");
        assertThat(kubectl.run(
                        "get", "hpa", "web", "-o", "jsonpath={.spec.metrics[0].resource.target.averageUtilization}"))
                .isEqualTo("50");
    }

    @OldestAndNewest
    void createsConfiguration(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("create", "configmap", "c", "--from-literal=a=b"))
                .isEqualTo("configmap/c created\n");
        assertThat(kubectl.run("create", "secret", "generic", "s", "--from-literal=p=q"))
                .isEqualTo("secret/s created\n");
        assertThat(kubectl.run("get", "secret", "s", "-o", "jsonpath={.type} {.data.p}"))
                .isEqualTo("Opaque cQ==");
        assertThat(kubectl.run(
                        "create",
                        "secret",
                        "docker-registry",
                        "registry",
                        "--docker-username=u",
                        "--docker-password=p",
                        "--docker-server=s"))
                .isEqualTo("secret/registry created\n");
        assertThat(kubectl.run("get", "secret", "registry", "-o", "jsonpath={.type}"))
                .isEqualTo("kubernetes.io/dockerconfigjson");
        assertThat(kubectl.run("create", "serviceaccount", "robot")).isEqualTo("serviceaccount/robot created\n");
        assertThat(kubectl.run("create", "quota", "q", "--hard=configmaps=100")).isEqualTo("resourcequota/q created\n");
        assertThat(kubectl.run("create", "pdb", "p", "--selector=app=web", "--min-available=1"))
                .isEqualTo("poddisruptionbudget.policy/p created\n");
        String priority = kubectl.namespace() + "-high";
        assertThat(kubectl.run("create", "priorityclass", priority, "--value=10", "--description=high"))
                .isEqualTo("priorityclass.scheduling.k8s.io/" + priority + " created\n");
        kubectl.run("delete", "priorityclass", priority);
    }

    @OldestAndNewest
    void createsServicesAndIngresses(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("create", "service", "clusterip", "inner", "--tcp=80:8080"))
                .isEqualTo("service/inner created\n");
        assertThat(kubectl.run("create", "service", "nodeport", "outer", "--tcp=80"))
                .isEqualTo("service/outer created\n");
        assertThat(kubectl.run("create", "service", "loadbalancer", "edge", "--tcp=80"))
                .isEqualTo("service/edge created\n");
        assertThat(kubectl.run("create", "service", "externalname", "away", "--external-name=example.com"))
                .isEqualTo("service/away created\n");
        assertThat(kubectl.run("get", "svc", "--no-headers", "-o", "custom-columns=N:.metadata.name,T:.spec.type")
                        .lines()
                        .map(line -> line.replaceAll("\\s+", " ").strip()))
                .containsExactly("away ExternalName", "edge LoadBalancer", "inner ClusterIP", "outer NodePort");
        assertThat(kubectl.run("create", "ingress", "front", "--rule=example.com/path*=inner:80"))
                .isEqualTo("ingress.networking.k8s.io/front created\n");
        assertThat(kubectl.table("get", "ingress", "front"))
                .containsExactly("NAME CLASS HOSTS ADDRESS PORTS AGE", "front <none> example.com 80 AGE");
    }

    @OldestAndNewest
    void createsRoles(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("create", "role", "reader", "--verb=get,list", "--resource=pods,deployments.apps"))
                .isEqualTo("role.rbac.authorization.k8s.io/reader created\n");
        assertThat(kubectl.run("get", "role", "reader", "-o", "jsonpath={.rules[*].resources}"))
                .isEqualTo("[\"pods\"] [\"deployments\"]");
        assertThat(kubectl.run("create", "rolebinding", "read", "--role=reader", "--user=ann"))
                .isEqualTo("rolebinding.rbac.authorization.k8s.io/read created\n");
        String name = kubectl.namespace() + "-nodes";
        assertThat(kubectl.run("create", "clusterrole", name, "--verb=get", "--resource=nodes"))
                .isEqualTo("clusterrole.rbac.authorization.k8s.io/" + name + " created\n");
        assertThat(kubectl.run("create", "clusterrolebinding", name, "--clusterrole=" + name, "--group=g"))
                .isEqualTo("clusterrolebinding.rbac.authorization.k8s.io/" + name + " created\n");
        assertThat(kubectl.table("get", "rolebinding", "read"))
                .containsExactly("NAME ROLE AGE", "read Role/reader AGE");
        kubectl.run("delete", "clusterrole,clusterrolebinding", name);
    }

    @OldestAndNewest
    void createsFromFilesAndRefusesMistakes(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.feed(Manifests.configMap("filed", "1"), "create", "-f", "-"))
                .isEqualTo("configmap/filed created\n");
        assertThat(kubectl.attemptWith(Manifests.configMap("filed", "1"), "create", "-f", "-")
                        .err())
                .isEqualTo("Error from server (AlreadyExists): error when creating \"STDIN\": configmaps \"filed\""
                        + " already exists\n");
        assertThat(kubectl.attemptWith(Manifests.configMap("odd", "1") + "extra: 1\n", "create", "-f", "-")
                        .err())
                .contains("unknown field \"extra\"");
        assertThat(kubectl.attemptWith(Manifests.configMap("Not_A_Name", "1"), "create", "-f", "-")
                        .err())
                .startsWith("The ConfigMap \"Not_A_Name\" is invalid: metadata.name: Invalid value: \"Not_A_Name\"");
    }
}
