package dev.setpoint.conformance.ways;

import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.conformance.ways.Question.Scope;
import java.util.ArrayList;
import java.util.List;

/// The requests, in the order in which they are sent: later ones find what earlier ones made.
final class Table {
    private static final String JSON = Question.JSON;
    private static final String YAML = "application/yaml";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final String AS_TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final String AS_METADATA = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    private static final String AS_METADATA_LIST = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

    private final List<Question> questions = new ArrayList<>();

    static List<Question> questions() {
        Table table = new Table();
        Kinds.ALL.forEach(table::everyVerb);
        table.reads();
        table.patches();
        table.pods();
        table.workloads();
        table.others();
        table.mistakes();
        return List.copyOf(table.questions);
    }

    private void everyVerb(Kinds kind) {
        String collection = kind.resource();
        String one = collection + "/" + kind.name("a");
        String none = collection + "/" + kind.name("none");
        add(kind, Verb.CREATE, collection, "", JSON, kind.object("a"));
        add(kind, Verb.CREATE, collection, "", JSON, kind.object("a"));
        add(kind, Verb.CREATE, collection, "dryRun=All", JSON, kind.object("dry"));
        add(
                kind,
                Verb.CREATE,
                collection,
                "fieldValidation=Strict",
                JSON,
                kind.object("u").replace("{'meta", "{'bogus':1,'meta"));
        add(
                kind,
                Verb.CREATE,
                collection,
                "fieldValidation=Warn",
                JSON,
                kind.object("w").replace("{'meta", "{'bogus':1,'meta"));
        add(kind, Verb.CREATE, collection, "", JSON, kind.object("Not_A_Name"));
        add(kind, Verb.GET, one, "", "", "");
        add(kind, Verb.GET, none, "", "", "");
        add(kind, Verb.LIST, collection, "labelSelector=way=SPACE", "", "");
        add(kind, Verb.LIST, collection, "fieldSelector=metadata.name=" + kind.name("a"), "", "");
        watch(kind, collection, "resourceVersion=0&fieldSelector=metadata.name=" + kind.name("a"), 1);
        add(kind, Verb.UPDATE, one, "", JSON, kind.object("a").replace("'x':'1'", "'x':'2'"));
        add(kind, Verb.UPDATE, one, "", JSON, kind.object("b"));
        add(kind, Verb.UPDATE, one, "", JSON, kind.object("a").replace("'labels'", "'resourceVersion':'1','labels'"));
        add(kind, Verb.PATCH, one, "", MERGE, kind.changed());
        add(kind, Verb.PATCH, one, "", JSON_PATCH, "[{'op':'replace','path':'/metadata/labels/x','value':'3'}]");
        add(kind, Verb.PATCH, none, "", MERGE, "{}");
        add(kind, Verb.DELETE, one, "", JSON, "{'preconditions':{'uid':'nope'}}");
        add(kind, Verb.DELETE, one, "", "", "");
        add(kind, Verb.DELETE, one, "", "", "");
        forms(kind, collection, kind.name("w"));
    }

    /// The same in every form that an object has on the wire.
    private void forms(Kinds kind, String collection, String name) {
        for (String form : List.of(YAML, AS_TABLE, AS_METADATA)) {
            add(kind, Verb.GET, collection + "/" + name, "", "", "", form);
        }
        for (String form : List.of(YAML, AS_TABLE, AS_METADATA_LIST)) {
            add(kind, Verb.LIST, collection, "labelSelector=way=SPACE", "", "", form);
        }
    }

    private void reads() {
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'a','labels':{'x':'1'}},'data':{'k':'v'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'b'}}");
        list("configmaps", "labelSelector=x=1");
        list("configmaps", "labelSelector=x notin (1)");
        list("configmaps", "labelSelector=!x");
        list("configmaps", "labelSelector=x in (1,2),x!=2");
        list("configmaps", "labelSelector=((");
        list("configmaps", "fieldSelector=metadata.name!=a");
        list("configmaps", "fieldSelector=metadata.namespace=SPACE");
        list("configmaps", "fieldSelector=data.k=v");
        list("configmaps", "fieldSelector=metadata.name=a&limit=1");
        list("configmaps", "limit=1");
        list("configmaps", "limit=x");
        list("configmaps", "limit=-1");
        list("configmaps", "resourceVersion=abc");
        list("configmaps", "resourceVersion=0");
        list("configmaps", "resourceVersion=1&resourceVersionMatch=Exact");
        list("configmaps", "resourceVersion=999999999");
        list("configmaps", "resourceVersionMatch=Exact");
        list("configmaps", "resourceVersionMatch=Sideways&resourceVersion=1");
        list("configmaps", "continue=garbage");
        list("configmaps", "continue=garbage&resourceVersion=5");
        list("configmaps", "sendInitialEvents=true");
        core(Verb.GET, "configmaps/a", "resourceVersion=0", "", "");
        core(Verb.GET, "configmaps/a", "resourceVersion=x", "", "");
        watch("configmaps", "resourceVersion=0&labelSelector=x=1", 1);
        watch("configmaps", "resourceVersion=0&fieldSelector=metadata.name=b", 1);
        watch("configmaps", "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", 4);
        watch("configmaps", "resourceVersion=1", 1);
        watch("configmaps", "resourceVersion=abc", 0);
        watch("configmaps", "labelSelector=((", 0);
        watch("configmaps", "fieldSelector=data.k=v", 0);
        watch("configmaps", "sendInitialEvents=true", 0);
        watch("configmaps", "resourceVersionMatch=Exact&resourceVersion=5", 0);
        watch("nosuchthings", "", 0);
    }

    private void patches() {
        core(Verb.PATCH, "configmaps/a", "", MERGE, "{'data':{'l':'3'}}");
        core(Verb.PATCH, "configmaps/a", "", MERGE, "{'data':{'l':null}}");
        core(Verb.PATCH, "configmaps/a", "", MERGE, "[]");
        core(Verb.PATCH, "configmaps/a", "", MERGE, "{'metadata':{'resourceVersion':'1'}}");
        core(Verb.PATCH, "configmaps/a", "dryRun=All", MERGE, "{'data':{'dry':'1'}}");
        core(Verb.PATCH, "configmaps/a", "fieldValidation=Strict", MERGE, "{'bogus':1}");
        core(Verb.PATCH, "configmaps/a", "", STRATEGIC, "{'metadata':{'annotations':{'n':'1'}}}");
        core(Verb.PATCH, "configmaps/a", "", STRATEGIC, "{'data':{'$patch':'replace','z':'1'}}");
        core(Verb.PATCH, "configmaps/a", "", STRATEGIC, "{'data':{'$patch':'sideways'}}");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "[{'op':'add','path':'/data/m','value':'4'}]");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "[{'op':'test','path':'/data/m','value':'5'}]");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "[{'op':'remove','path':'/data/none'}]");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "[{'op':'sideways','path':'/data'}]");
        core(Verb.PATCH, "configmaps/a", "", JSON_PATCH, "{");
        core(Verb.PATCH, "configmaps/a", "", JSON, "{}");
        core(Verb.PATCH, "configmaps/none", "", MERGE, "{}");
        String map = "{'apiVersion':'v1','kind':'ConfigMap','data':{'x':'1'}}";
        core(Verb.PATCH, "configmaps/s", "", APPLY, "{'apiVersion':'v1','kind':'ConfigMap'}");
        core(Verb.PATCH, "configmaps/s", "fieldManager=one", APPLY, map);
        core(Verb.PATCH, "configmaps/s", "fieldManager=one", APPLY, map);
        core(
                Verb.PATCH,
                "configmaps/s",
                "fieldManager=two",
                APPLY,
                map.replace("1", "2").replace("v2", "v1"));
        core(Verb.PATCH, "configmaps/s", "fieldManager=two&force=true", APPLY, map.replace("'1'", "'2'"));
        core(Verb.PATCH, "configmaps/s", "fieldManager=two&force=maybe", APPLY, map);
        core(Verb.PATCH, "configmaps/s", "fieldManager=one&dryRun=All&force=true", APPLY, map);
        core(Verb.PATCH, "configmaps/s", "force=true", MERGE, "{}");
        core(Verb.PATCH, "configmaps/t", "fieldManager=one", APPLY, "apiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n");
        core(Verb.PATCH, "configmaps/t", "fieldManager=one", APPLY, "{'apiVersion':'v1','kind':'Secret'}");
        core(Verb.PATCH, "configmaps/t", "fieldManager=one", APPLY, "{");
    }

    private void pods() {
        String pod = "{'metadata':{'name':'p'},'spec':{'schedulerName':'none','containers':[{'name':'c',"
                + "'image':'nginx'}]}}";
        core(Verb.CREATE, "pods", "", JSON, pod);
        core(Verb.CREATE, "pods", "", JSON, "{'metadata':{'name':'q'},'spec':{}}");
        core(Verb.CREATE, "pods", "", JSON, pod.replace("'c',", "'C',"));
        core(Verb.GET, "pods/p", "", "", "");
        core(Verb.GET, "pods/p/status", "", "", "");
        core(Verb.GET, "pods/p/nosuch", "", "", "");
        core(Verb.PATCH, "pods/p/status", "", MERGE, "{'status':{'message':'hi'}}");
        core(Verb.PATCH, "pods/p/status", "", STRATEGIC, "{'status':{'conditions':[{'type':'T','status':'True'}]}}");
        core(Verb.PATCH, "pods/p", "", MERGE, "{'spec':{'hostNetwork':true}}");
        core(Verb.PATCH, "pods/p", "", STRATEGIC, "{'spec':{'containers':[{'name':'c','image':'nginx:2'}]}}");
        core(Verb.PATCH, "pods/p/ephemeralcontainers", "", STRATEGIC, """
                {'spec':{'ephemeralContainers':[{'name':'e','image':'i'}]}}""");
        core(Verb.CREATE, "pods/p/binding", "", JSON, "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n'}}");
        core(Verb.CREATE, "pods/p/binding", "", JSON, "{'metadata':{'name':'p'},'target':{'kind':'Node','name':'n'}}");
        core(Verb.CREATE, "pods/none/binding", "", JSON, "{'metadata':{'name':'none'},'target':{'name':'n'}}");
        list("pods", "fieldSelector=spec.nodeName=n");
        list("pods", "fieldSelector=status.phase!=Running");
        list("pods", "fieldSelector=spec.bogus=n");
        core(Verb.CREATE, "pods/p/eviction", "", JSON, """
                {'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'other'}}""");
        core(Verb.DELETE, "pods/p", "dryRun=All", "", "");
        core(Verb.DELETE, "pods/p", "", JSON, "{'gracePeriodSeconds':0}");
    }

    private void workloads() {
        String deployment = "{'metadata':{'name':'d'},'spec':{'replicas':0,'paused':true,'selector':"
                + "{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':[{'name':"
                + "'c','image':'nginx'}]}}}}";
        apps(Verb.CREATE, "deployments", "dryRun=All", JSON, deployment);
        apps(Verb.CREATE, "deployments", "dryRun=All", JSON, deployment.replace("'a':'b'}}}", "'a':'c'}}}"));
        apps(Verb.CREATE, "deployments", "dryRun=All", JSON, deployment.replace("'replicas':0", "'replicas':-1"));
        apps(Verb.CREATE, "deployments", "", JSON, deployment.replace("'matchLabels':{'a':'b'}", ""));
        apps(Verb.GET, "deployments/d/scale", "", "", "");
        apps(Verb.CREATE, "statefulsets", "dryRun=All", JSON, deployment.replace("'paused':true,", ""));
        apps(Verb.CREATE, "daemonsets", "dryRun=All", JSON, deployment.replace("'paused':true,", ""));
        apps(Verb.CREATE, "replicasets", "dryRun=All", JSON, deployment.replace("'paused':true,", ""));
        String job = "{'metadata':{'name':'j'},'spec':{'template':{'spec':{'restartPolicy':'Never','containers':[{"
                + "'name':'c','image':'i'}]}}}}";
        batch(Verb.CREATE, "jobs", "", JSON, job.replace("Never", "Always"));
        batch(Verb.CREATE, "cronjobs", "dryRun=All", JSON, """
                {'metadata':{'name':'j'},'spec':{'schedule':'* * * * *','jobTemplate':{'spec':{'template':{'spec':{
                'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}}}""");
        batch(Verb.CREATE, "cronjobs", "", JSON, """
                {'metadata':{'name':'j'},'spec':{'schedule':'every day','jobTemplate':{'spec':{'template':{'spec':{
                'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}}}""");
    }

    private void others() {
        core(Verb.CREATE, "secrets", "", JSON, "{'metadata':{'name':'s'},'stringData':{'k':'v'}}");
        core(Verb.PATCH, "secrets/s", "", MERGE, "{'type':'other'}");
        core(Verb.CREATE, "services", "", JSON, "{'metadata':{'name':'h'},'spec':{'clusterIP':'None'}}");
        core(Verb.CREATE, "services", "", JSON, "{'metadata':{'name':'i'},'spec':{'ports':[{'port':0}]}}");
        core(Verb.CREATE, "services", "", JSON, """
                {'metadata':{'name':'i'},'spec':{'type':'ExternalName','externalName':'a.example.com'}}""");
        core(Verb.CREATE, "configmaps", "", YAML, "metadata: {name: y}\ndata: {k: w}\n");
        core(Verb.CREATE, "configmaps", "", YAML, "metadata: {name: y\n");
        review("authorization.k8s.io/v1", "selfsubjectaccessreviews", """
                {'spec':{'resourceAttributes':{'verb':'list','resource':'pods'}}}""");
        review("authorization.k8s.io/v1", "selfsubjectaccessreviews", "{'spec':{}}");
        review("authorization.k8s.io/v1", "subjectaccessreviews", """
                {'spec':{'user':'jane','resourceAttributes':{'verb':'list','resource':'pods'}}}""");
        review("authentication.k8s.io/v1", "tokenreviews", "{'spec':{'token':'nonsense'}}");
        core(Verb.DELETE, "configmaps/b", "propagationPolicy=Sideways", "", "");
        core(Verb.DELETE, "configmaps/b", "gracePeriodSeconds=x", "", "");
        core(Verb.DELETE, "configmaps/b", "", JSON, "{'orphanDependents':true,'propagationPolicy':'Orphan'}");
        core(Verb.DELETE, "configmaps/b", "", JSON, "{'kind':'Pod'}");
        core(Verb.DELETE, "configmaps/b", "", "", "");
        core(Verb.DELETE_COLLECTION, "secrets", "labelSelector=none=such", "", "");
        core(Verb.DELETE_COLLECTION, "secrets", "", "", "");
        list("secrets", "");
    }

    private void mistakes() {
        core(Verb.CREATE, "configmaps", "", JSON, "{'a':");
        core(Verb.CREATE, "configmaps", "", JSON, "[]");
        core(Verb.CREATE, "configmaps", "", JSON, "null");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'kind':'Pod','metadata':{'name':'a'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'apiVersion':'v2','kind':'ConfigMap','metadata':{'name':'a'}}");
        core(Verb.CREATE, "configmaps", "", "text/plain", "hello");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':5}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'x','labels':{'-':'y'}}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'x','finalizers':['nodomain']}}");
        core(Verb.CREATE, "configmaps", "dryRun=Some", JSON, "{'metadata':{'name':'x'}}");
        core(Verb.CREATE, "configmaps", "fieldValidation=Sometimes", JSON, "{'metadata':{'name':'x'}}");
        core(Verb.CREATE, "configmaps", "fieldManager=" + "m".repeat(129), JSON, "{'metadata':{'name':'x'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'x','namespace':'other'}}");
        core(Verb.CREATE, "configmaps", "", JSON, "{'metadata':{'name':'x'},'data':{'a':1}}");
        core(Verb.UPDATE, "configmaps/none", "", JSON, "{'metadata':{'name':'none'}}");
        core(Verb.UPDATE, "configmaps/a", "", JSON, "{'metadata':{'name':'a','uid':'other'}}");
        list("nosuchthings", "");
        questions.add(
                new Question(Verb.LIST, "nosuch.example.com/v1", Scope.NAMESPACED, "things", "", "", JSON, "", 0));
        core(Verb.DELETE_COLLECTION, "bindings", "", "", "");
        core(Verb.UPDATE, "nodes/none", "", JSON, "{'metadata':{'name':'none'}}");
    }

    private void add(Kinds kind, Verb verb, String path, String query, String mediaType, String body) {
        add(kind, verb, path, query, mediaType, body, JSON);
    }

    private void add(Kinds kind, Verb verb, String path, String query, String mediaType, String body, String accept) {
        questions.add(
                new Question(verb, kind.apiVersion(), kind.scope(), path, query, mediaType, accept, quoted(body), 0));
    }

    private void watch(Kinds kind, String path, String query, int events) {
        questions.add(new Question(Verb.WATCH, kind.apiVersion(), kind.scope(), path, query, "", JSON, "", events));
    }

    private void watch(String path, String query, int events) {
        questions.add(new Question(Verb.WATCH, "v1", Scope.NAMESPACED, path, query, "", JSON, "", events));
    }

    private void list(String path, String query) {
        core(Verb.LIST, path, query, "", "");
    }

    private void core(Verb verb, String path, String query, String mediaType, String body) {
        ask("v1", verb, path, query, mediaType, body);
    }

    private void apps(Verb verb, String path, String query, String mediaType, String body) {
        ask("apps/v1", verb, path, query, mediaType, body);
    }

    private void batch(Verb verb, String path, String query, String mediaType, String body) {
        ask("batch/v1", verb, path, query, mediaType, body);
    }

    private void ask(String apiVersion, Verb verb, String path, String query, String mediaType, String body) {
        questions.add(new Question(verb, apiVersion, Scope.NAMESPACED, path, query, mediaType, JSON, quoted(body), 0));
    }

    private void review(String apiVersion, String resource, String body) {
        questions.add(new Question(Verb.CREATE, apiVersion, Scope.CLUSTER, resource, "", JSON, JSON, quoted(body), 0));
    }

    private static String quoted(String body) {
        return body.replace('\'', '"');
    }
}
