package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.json.JsonObject;

/// The names of schemas in a document: `apps.v1.Deployment` is `io.k8s.api.apps.v1.Deployment`.
final class ComponentNames {
    private ComponentNames() {}

    static String of(String typeName) {
        int dot = typeName.indexOf('.');
        return switch (typeName.substring(0, dot)) {
            case "meta" -> "io.k8s.apimachinery.pkg.apis." + typeName;
            case "resource" ->
                typeName.equals("resource.Quantity")
                        ? "io.k8s.apimachinery.pkg.api.resource.Quantity"
                        : "io.k8s.api." + typeName;
            case "intstr" -> "io.k8s.apimachinery.pkg.util." + typeName;
            case "runtime" -> "io.k8s.apimachinery.pkg." + typeName;
            case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis." + typeName;
            case "apiregistration" -> "io.k8s.kube-aggregator.pkg.apis." + typeName;
            default -> "io.k8s.api." + typeName;
        };
    }

    static JsonObject reference(String typeName) {
        return new JsonObject().put("$ref", "#/components/schemas/" + of(typeName));
    }
}
