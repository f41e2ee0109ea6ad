package dev.setpoint.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.client.https.HttpsClient;
import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// An object has the same header in the server's JVM and over HTTPS, so that indexes and predicates find the same.
@ExtendWith(ClusterExtension.class)
class HeadersIT {
    private static final String NAMESPACE = "headers";

    private record Found(long revision, Header header) {}

    @Test
    void areTheSameBothWays(Cluster cluster) throws IOException {
        Env env = RealEnv.create("headers-it");
        Client inside = cluster.server().controlPlane().client("headers-it");
        Config config = Config.fromKubeconfig(Files.readString(cluster.kubeconfig()));
        int compared = 0;
        int withFields = 0;
        try (HttpsClient outside = HttpsClient.connect(env, config, "headers-it")) {
            fill(inside);
            for (ResourceType type : ResourceTable.builtIn().types()) {
                if (type.allows("list")) {
                    Map<String, Found> here = headers(inside, type.resource());
                    Map<String, Found> there = headers(outside, type.resource());
                    for (Map.Entry<String, Found> object : there.entrySet()) {
                        Found same = here.get(object.getKey());
                        if (same != null && same.revision() == object.getValue().revision()) {
                            assertThat(object.getValue())
                                    .as("%s %s", type, object.getKey())
                                    .isEqualTo(same);
                            compared++;
                            withFields += same.header().fields().isEmpty() ? 0 : 1;
                        }
                    }
                }
            }
        } finally {
            env.close();
        }
        assertThat(compared).isGreaterThan(100);
        assertThat(withFields).isGreaterThan(10);
    }

    private static Map<String, Found> headers(Client client, GroupVersionResource resource) {
        Map<String, Found> headers = new TreeMap<>();
        for (Stored object :
                client.list(Target.collection(resource, ""), ListOptions.ALL).items()) {
            headers.put(
                    object.key().namespace() + "/" + object.key().name(),
                    new Found(object.revision(), object.header()));
        }
        return headers;
    }

    private static void fill(Client client) {
        create(client, "namespaces", "", "{'metadata':{'name':'headers'}}");
        create(client, "secrets", NAMESPACE, "{'metadata':{'name':'s','labels':{'z':'1','a':'2'}},'type':'a/b'}");
        create(
                client,
                "pods",
                NAMESPACE,
                "{'metadata':{'name':'p','finalizers':['a.b/c']},'spec':{'schedulerName':'none',"
                        + "'hostNetwork':true,'containers':[{'name':'c','image':'nginx'}]}}");
        create(
                client,
                "events",
                NAMESPACE,
                "{'metadata':{'name':'e'},'involvedObject':{'kind':'Pod','name':'p',"
                        + "'namespace':'headers'},'reason':'R','type':'Normal','source':{'component':'c'}}");
        create(
                client,
                "persistentvolumeclaims",
                NAMESPACE,
                "{'metadata':{'name':'v'},'spec':{'accessModes':"
                        + "['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}}}");
        create(
                client,
                "replicationcontrollers",
                NAMESPACE,
                "{'metadata':{'name':'r'},'spec':{'replicas':0,'selector':"
                        + "{'a':'b'},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}");
    }

    private static void create(Client client, String resource, String namespace, String json) {
        client.create(
                Target.collection(new GroupVersionResource("", "v1", resource), namespace),
                new Body.Tree(JsonReader.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8))),
                WriteOptions.DEFAULT);
    }
}
