package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.KindStrategy;
import java.util.List;

/// Ingresses.
public final class IngressStrategy implements KindStrategy {
    static final String CLASS_ANNOTATION = "kubernetes.io/ingress.class";

    @Override
    public JsonObject initialStatus(JsonObject ingress) {
        return new JsonObject().put("loadBalancer", new JsonObject());
    }

    @Override
    public List<String> warnings(JsonObject ingress) {
        boolean deprecated = ingress.at("metadata", "annotations", CLASS_ANNOTATION) != null
                && ingress.at("spec", "ingressClassName") == null;
        return deprecated
                ? List.of("annotation " + Quoted.of(CLASS_ANNOTATION)
                        + " is deprecated, please use 'spec.ingressClassName' instead")
                : List.of();
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject ingress, JsonObject old) {
        return List.of();
    }
}
