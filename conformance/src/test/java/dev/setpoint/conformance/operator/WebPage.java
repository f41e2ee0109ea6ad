package dev.setpoint.conformance.operator;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A page that is to be served.
@Group("example.com")
@Version("v1")
public class WebPage extends CustomResource<WebPage.Spec, WebPage.Status> implements Namespaced {
    private static final long serialVersionUID = 1L;

    public record Spec(String html, int replicas) {}

    public record Status(@Nullable String observedHtml, long observedGeneration) {}
}
