package dev.setpoint.conformance.ways;

import dev.setpoint.conformance.ways.Question.Scope;
import java.util.List;

/// Kinds on which no loop acts, so that every way finds them as it left them.
///
/// @param body what is beside the metadata, with leading comma
/// @param changed a merge patch that changes it
record Kinds(String apiVersion, String resource, Scope scope, String body, String changed) {
    static final List<Kinds> ALL = List.of(
            of("v1", "configmaps", ",'data':{'k':'v'}", "{'data':{'k':'w'}}"),
            of("v1", "secrets", ",'type':'Opaque','data':{'k':'dg=='}", "{'data':{'k':'dw=='}}"),
            of("v1", "limitranges", ",'spec':{'limits':[{'type':'Pod','max':{'cpu':'2'}}]}", """
                    {'spec':{'limits':[{'type':'Pod','max':{'cpu':'0.5'}}]}}"""),
            of(
                    "v1",
                    "podtemplates",
                    ",'template':{'spec':{'containers':[{'name':'c','image':'nginx'}]}}",
                    "{'template':{'metadata':{'labels':{'a':'b'}}}}"),
            of("apps/v1", "controllerrevisions", ",'revision':1,'data':{'a':1}", "{'revision':2}"),
            of(
                    "coordination.k8s.io/v1",
                    "leases",
                    ",'spec':{'holderIdentity':'me','leaseDurationSeconds':15}",
                    "{'spec':{'holderIdentity':'you'}}"),
            of(
                    "rbac.authorization.k8s.io/v1",
                    "roles",
                    ",'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get']}]",
                    "{'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['get','list']}]}"),
            of(
                    "networking.k8s.io/v1",
                    "networkpolicies",
                    ",'spec':{'podSelector':{},'ingress':[{'ports':[{'port':80}]}]}",
                    "{'spec':{'policyTypes':['Egress']}}"),
            of(
                    "networking.k8s.io/v1",
                    "ingresses",
                    ",'spec':{'defaultBackend':{'service':{'name':'s','port':{'number':80}}}}",
                    "{'spec':{'defaultBackend':{'service':{'name':'t','port':{'number':81}}}}}"),
            cluster("scheduling.k8s.io/v1", "priorityclasses", ",'value':7", "{'description':'seven'}"),
            cluster("networking.k8s.io/v1", "ingressclasses", ",'spec':{'controller':'example.com/c'}", """
                    {'metadata':{'labels':{'a':'b'}}}"""),
            cluster("node.k8s.io/v1", "runtimeclasses", ",'handler':'runc'", "{'metadata':{'labels':{'a':'b'}}}"),
            cluster("storage.k8s.io/v1", "storageclasses", ",'provisioner':'example.com/p'", """
                    {'allowVolumeExpansion':true}"""),
            cluster("storage.k8s.io/v1", "csidrivers", ",'spec':{}", "{'spec':{'requiresRepublish':true}}"),
            cluster(
                    "rbac.authorization.k8s.io/v1",
                    "clusterroles",
                    ",'rules':[{'nonResourceURLs':['/healthz'],'verbs':['get']}]",
                    "{'rules':[{'nonResourceURLs':['/livez'],'verbs':['get']}]}"));

    private static Kinds of(String apiVersion, String resource, String body, String changed) {
        return new Kinds(apiVersion, resource, Scope.NAMESPACED, body, changed);
    }

    private static Kinds cluster(String apiVersion, String resource, String body, String changed) {
        return new Kinds(apiVersion, resource, Scope.CLUSTER, body, changed);
    }

    /// Names of cluster-scoped objects contain the namespace of the way: there is one cluster for all.
    String name(String name) {
        return scope == Scope.CLUSTER ? "SPACE-" + name : name;
    }

    String object(String name) {
        return "{'metadata':{'name':'" + name(name) + "','labels':{'way':'SPACE','x':'1'}}" + body + "}";
    }
}
