package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import org.junit.jupiter.api.extension.ExtendWith;

/// What there is: versions, resources, fields, health.
@ExtendWith(ClusterExtension.class)
class DiscoverIT {
    @OldestAndNewest
    void tellsVersionsAndAddresses(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("version", "-o", "yaml"))
                .contains("serverVersion:")
                .contains("minor: \"36\"");
        assertThat(kubectl.run("cluster-info"))
                .contains("Kubernetes control plane")
                .contains("https://127.0.0.1:" + cluster.server().port());
        assertThat(kubectl.run("get", "--raw", "/livez")).isEqualTo("ok");
        assertThat(kubectl.run("get", "--raw", "/readyz?verbose"))
                .contains("[+]ping ok")
                .contains("readyz check passed");
        assertThat(kubectl.run("get", "--raw", "/version")).contains("\"gitVersion\"");
        assertThat(kubectl.run("get", "--raw", "/metrics")).contains("# TYPE ");
        assertThat(kubectl.run("get", "--raw", "/openapi/v3")).contains("apis/apps/v1");
    }

    @OldestAndNewest
    void listsResources(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("api-versions").lines()).contains("v1", "apps/v1", "batch/v1", "networking.k8s.io/v1");
        assertThat(kubectl.run("api-resources").lines().map(line -> line.strip().replaceAll("\\s+", " ")))
                .contains(
                        "NAME SHORTNAMES APIVERSION NAMESPACED KIND",
                        "deployments deploy apps/v1 true Deployment",
                        "persistentvolumes pv v1 false PersistentVolume");
        assertThat(kubectl.run("api-resources", "--namespaced=false", "-o", "name")
                        .lines())
                .contains("namespaces", "clusterroles.rbac.authorization.k8s.io")
                .doesNotContain("pods");
        assertThat(kubectl.run("api-resources", "--api-group=apps", "--verbs=list", "-o", "name")
                        .lines())
                .contains("deployments.apps", "statefulsets.apps")
                .doesNotContain("pods");
        assertThat(kubectl.run("api-resources", "--categories=all", "-o", "name")
                        .lines())
                .contains("pods", "services", "replicasets.apps")
                .doesNotContain("configmaps");
    }

    @OldestAndNewest
    void explainsFields(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.run("explain", "deployment.spec.replicas"))
                .contains("KIND:       Deployment")
                .contains("FIELD: replicas <integer>")
                .contains("Number of desired pods");
        assertThat(kubectl.run("explain", "pods.spec", "--recursive"))
                .contains("containers\t<[]Container> -required-")
                .contains("    image\t<string>");
        assertThat(kubectl.run("explain", "hpa", "--api-version=autoscaling/v1"))
                .contains("VERSION:    v1");
        Kubectl.Result unknown = kubectl.attempt("explain", "pod.spec.nosuch");
        assertThat(unknown.exit()).isEqualTo(1);
        assertThat(unknown.err()).contains("field \"nosuch\" does not exist");
    }

    @OldestAndNewest
    void namesWhatIsNotThere(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        assertThat(kubectl.attempt("get", "nosuchthings").err())
                .isEqualTo("error: the server doesn't have a resource type \"nosuchthings\"\n");
        assertThat(kubectl.attempt("get", "pod", "x").err())
                .isEqualTo("Error from server (NotFound): pods \"x\" not found\n");
        assertThat(kubectl.attempt("get", "pods").err()).startsWith("No resources found in test-");
    }
}
