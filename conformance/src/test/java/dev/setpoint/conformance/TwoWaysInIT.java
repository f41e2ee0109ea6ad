package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Law 5: a request gives the same answer whether it comes over HTTP or from inside the JVM. One table of requests
/// runs both ways, each in a namespace of its own, and the answers are compared with what must differ taken out.
@ExtendWith(ClusterExtension.class)
class TwoWaysInIT {
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final String POD =
            "{'metadata':{'name':'p'},'spec':{'schedulerName':'none','containers':[{'name':'c',"
                    + "'image':'nginx'}]}}";
    private static final String DEPLOYMENT = "{'metadata':{'name':'d'},'spec':{'replicas':0,'paused':true,'selector':"
            + "{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':'c',"
            + "'image':'nginx'}]}}}}";

    /// @param path below the group version: `configmaps`, `configmaps/a`, `pods/p/status`
    record Row(Verb verb, String apiVersion, String path, String query, String mediaType, String body) {}

    private final List<Row> rows = new ArrayList<>();

    @Test
    void answersAlike(Cluster cluster) {
        fillTable();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(60);
        AdminHttp http = AdminHttp.of(cluster.kubeconfig());
        Pipeline pipeline =
                cluster.server().controlPlane().apiServer().apiServer().inside();
        create(http, "way-http");
        create(http, "way-inside");
        Env env = RealEnv.create("two-ways");
        for (Row row : rows) {
            String outside = normalised(overHttp(http, row, "way-http"), "way-http");
            String inside = normalised(inProcess(env, pipeline, row, "way-inside"), "way-inside");
            assertThat(inside).as(row.toString()).isEqualTo(outside);
        }
    }

    private void fillTable() {
        configMaps();
        patches();
        pods();
        deployments();
        others();
        mistakes();
    }

    private void configMaps() {
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'v'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'a'}}");
        core(Verb.CREATE, "configmaps", "dryRun=All", JSON, "{'metadata':{'name':'dry'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'Not_A_Name'}}");
        core(Verb.CREATE, "configmaps", "fieldValidation=Strict", JSON, "{'metadata':{'name':'u'},'bogus':1}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'u'},'bogus':1}");
        core(Verb.CREATE, "configmaps", "", "application/yaml", "metadata: {name: b}\ndata: {k: w}\n");
        read("configmaps/a", "");
        read("configmaps/none", "");
        list("configmaps", "labelSelector=x=1");
        list("configmaps", "labelSelector=x notin (1)");
        list("configmaps", "fieldSelector=metadata.name=a");
        list("configmaps", "fieldSelector=data.k=v");
        list("configmaps", "labelSelector=((");
        list("configmaps", "fieldSelector=metadata.name=a&limit=1");
        list("configmaps", "limit=x");
        list("configmaps", "resourceVersion=abc");
        list("configmaps", "resourceVersionMatch=Exact");
        list("configmaps", "continue=garbage");
        core(Verb.UPDATE, "configmaps/a", "", JSON, "{'metadata':{'name':'a'},'data':{'k':'2'}}");
        core(Verb.UPDATE, "configmaps/a", "", JSON, "{'metadata':{'name':'other'}}");
        core(Verb.UPDATE, "configmaps/a", "", JSON, "{'metadata':{'name':'a','resourceVersion':'1'}}");
        core(Verb.UPDATE, "configmaps/none", "", JSON, "{'metadata':{'name':'none'}}");
    }

    private void patches() {
        core(Verb.PATCH, "configmaps/a", "", MERGE, "{'data':{'l':'3'}}");
        core(Verb.PATCH, "configmaps/a", "", MERGE, "{'data':{'l':null}}");
        core(Verb.PATCH, "configmaps/a", "", MERGE, "[]");
        core(Verb.PATCH, "configmaps/a", "", STRATEGIC, "{'metadata':{'annotations':{'n':'1'}}}");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "[{'op':'add','path':'/data/m','value':'4'}]");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "[{'op':'test','path':'/data/m','value':'5'}]");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "{");
        core(Verb.PATCH, "configmaps/a", "", JSON, "{}");
        core(Verb.PATCH, "configmaps/none", "", MERGE, "{}");
        core(Verb.PATCH, "configmaps/s", "", APPLY, "{'apiVersion':'v1','kind':'ConfigMap'}");
        core(
                Verb.PATCH,
                "configmaps/s",
                "fieldManager=one",
                APPLY,
                "{'apiVersion':'v1','kind':'ConfigMap','data':{'x':'1'}}");
        core(
                Verb.PATCH,
                "configmaps/s",
                "fieldManager=two",
                APPLY,
                "{'apiVersion':'v1','kind':'ConfigMap','data':{'x':'2'}}");
        core(
                Verb.PATCH,
                "configmaps/s",
                "fieldManager=two&force=true",
                APPLY,
                "{'apiVersion':'v1','kind':'ConfigMap','data':{'x':'2'}}");
    }

    private void pods() {
        core(Verb.CREATE, "pods", "", JSON, POD);
        core(Verb.CREATE, "pods", "", JSON, "{'metadata':{'name':'q'},'spec':{}}");
        read("pods/p", "");
        read("pods/p/status", "");
        read("pods/p/nosuch", "");
        core(Verb.PATCH, "pods/p/status", "", MERGE, "{'status':{'message':'hi'}}");
        core(Verb.PATCH, "pods/p", "", MERGE, "{'spec':{'hostNetwork':true}}");
        core(Verb.CREATE, "pods/p/binding", "", JSON, "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n'}}");
        core(Verb.CREATE, "pods/p/binding", "", JSON, "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n'}}");
        list("pods", "fieldSelector=spec.nodeName=n");
        list("pods", "fieldSelector=spec.bogus=n");
        core(Verb.DELETE, "pods/p", "", JSON, "{'gracePeriodSeconds':0}");
    }

    private void deployments() {
        apps(Verb.CREATE, "deployments", "", JSON, DEPLOYMENT);
        apps(Verb.GET, "deployments/d/scale", "", "", "");
        apps(Verb.PATCH, "deployments/d/scale", "", MERGE, "{'spec':{'replicas':-1}}");
        apps(Verb.PATCH, "deployments/d", "", MERGE, "{'spec':{'selector':{'matchLabels':{'a':'c'}}}}");
        apps(Verb.DELETE, "deployments/d", "", JSON, "{'preconditions':{'uid':'nope'}}");
        apps(Verb.DELETE, "deployments/d", "propagationPolicy=Sideways", "", "");
        apps(Verb.DELETE, "deployments/d", "propagationPolicy=Background", "", "");
    }

    private void others() {
        core(Verb.CREATE, "secrets", "", JSON, "{'metadata':{'name':'s'},'stringData':{'k':'v'}}");
        core(Verb.CREATE, "services", "", JSON, "{'metadata':{'name':'h'},'spec':{'clusterIP':'None'}}");
        core(Verb.CREATE, "serviceaccounts", "", JSON, "{'metadata':{'name':'robot'}}");
        core(Verb.DELETE, "configmaps/b", "", "", "");
        core(Verb.DELETE, "configmaps/b", "", "", "");
        core(Verb.DELETE_COLLECTION, "secrets", "", "", "");
        list("secrets", "");
    }

    private void mistakes() {
        core(Verb.CREATE, "configmaps", "", JSON, "{'a':");
        core(Verb.CREATE, "configmaps", "", JSON, "[]");
        core(Verb.CREATE, "configmaps", "", JSON, "{'kind':'Pod','metadata':{'name':'a'}}");
        core(Verb.CREATE, "configmaps", "", "text/plain", "hello");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':5}}");
        core(Verb.CREATE, "configmaps", "dryRun=Some", JSON, "{'metadata':{'name':'x'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'x','namespace':'other'}}");
        list("nosuchthings", "");
        core(Verb.DELETE_COLLECTION, "bindings", "", "", "");
    }

    private void core(Verb verb, String path, String query, String mediaType, String body) {
        rows.add(new Row(verb, "v1", path, query, mediaType, body.replace('\'', '"')));
    }

    private void apps(Verb verb, String path, String query, String mediaType, String body) {
        rows.add(new Row(verb, "apps/v1", path, query, mediaType, body.replace('\'', '"')));
    }

    private void read(String path, String query) {
        core(Verb.GET, path, query, "", "");
    }

    private void list(String path, String query) {
        core(Verb.LIST, path, query, "", "");
    }

    private static void create(AdminHttp http, String namespace) {
        byte[] body = ("{\"metadata\":{\"name\":\"" + namespace + "\"}}").getBytes(StandardCharsets.UTF_8);
        assertThat(http.send("POST", "/api/v1/namespaces", Map.of("Content-Type", JSON), body)
                        .code())
                .isEqualTo(201);
    }

    private static String overHttp(AdminHttp http, Row row, String namespace) {
        String method = switch (row.verb()) {
            case GET, LIST, WATCH -> "GET";
            case CREATE -> "POST";
            case UPDATE -> "PUT";
            case PATCH -> "PATCH";
            case DELETE, DELETE_COLLECTION -> "DELETE";
        };
        String root = row.apiVersion().equals("v1") ? "/api/v1" : "/apis/" + row.apiVersion();
        String query = row.query().isEmpty()
                ? ""
                : "?" + row.query().replace(" ", "%20").replace("(", "%28").replace(")", "%29");
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", "two-ways/1.0");
        headers.put("Accept", JSON);
        if (!row.mediaType().isEmpty()) {
            headers.put("Content-Type", row.mediaType());
        }
        AdminHttp.Answer answer = http.send(
                method,
                root + "/namespaces/" + namespace + "/" + row.path() + query,
                headers,
                row.body().getBytes(StandardCharsets.UTF_8));
        return answer.code() + " " + answer.text();
    }

    private static String inProcess(Env env, Pipeline pipeline, Row row, String namespace) {
        String[] parts = row.path().split("/", -1);
        Target target = new Target(
                GroupVersionResource.of(row.apiVersion(), parts[0]),
                namespace,
                parts.length > 1 ? parts[1] : "",
                parts.length > 2 ? parts[2] : "");
        CallBody body = row.mediaType().isEmpty()
                ? CallBody.None.NONE
                : new CallBody.Bytes(row.mediaType(), row.body().getBytes(StandardCharsets.UTF_8));
        Call call = Call.inside(
                        env, User.of("kubernetes-admin", User.MASTERS), row.verb(), target, body, "two-ways/1.0")
                .withParameters(query(row.query()));
        try {
            return text(pipeline.handle(call));
        } catch (ApiException e) {
            return Status.of(e.error()).code() + " " + JsonWriter.text(Status.toJson(e.error()));
        } finally {
            call.life().end();
        }
    }

    private static Map<String, List<String>> query(String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String part : query.split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                parameters.put(part.substring(0, equals), List.of(part.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String text(Answer answer) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int code = switch (answer) {
                case Answer.One one -> {
                    one.object().writeTo(out);
                    yield one.code();
                }
                case Answer.Document document -> {
                    out.write(JsonWriter.bytes(document.json()));
                    yield document.code();
                }
                case Answer.Many many -> {
                    out.write(many.head());
                    String separator = "";
                    while (many.items().hasNext()) {
                        Stored item = many.items().next();
                        out.write(separator.getBytes(StandardCharsets.UTF_8));
                        byte[] whole = item.filled();
                        out.write('{');
                        out.write(whole, many.skip(), whole.length - many.skip());
                        separator = ",";
                    }
                    out.write(many.tail());
                    yield 200;
                }
                case Answer.Text _, Answer.Stream _, Answer.Page _ ->
                    throw new AssertionError("neither logs nor watches are in the table");
            };
            return code + " " + out.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Takes out what must differ between two runs: the namespace, uids, revisions, times and generated addresses.
    private static String normalised(String answer, String namespace) {
        return answer.lines()
                .map(line -> line.replace(namespace, "NAMESPACE")
                        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
                        .replaceAll("kube-api-access-[a-z0-9]{5}", "kube-api-access-SUFFIX")
                        .replaceAll("\"resourceVersion\":\"\\d+\"", "\"resourceVersion\":\"N\"")
                        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "TIME")
                        .replaceAll("\"continue\":\"[^\"]*\"", "\"continue\":\"TOKEN\""))
                .collect(Collectors.joining("\n"));
    }
}
