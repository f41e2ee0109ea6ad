package dev.setpoint.conformance.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.util.concurrent.TimeUnit;

/// The definition of the pages' kind.
final class WebPageDefinition {
    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: webpages.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {plural: webpages, singular: webpage, kind: WebPage}
              versions:
              - name: v1
                served: true
                storage: true
                subresources: {status: {}}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        required: [html]
                        properties:
                          html: {type: string}
                          replicas: {type: integer, minimum: 0}
                      status:
                        type: object
                        properties:
                          observedHtml: {type: string}
                          observedGeneration: {type: integer}
            """;

    private static final long PATIENCE_SECONDS = 60;

    private WebPageDefinition() {}

    /// Returns when pages are served.
    static void install(KubernetesClient client) {
        client.load(new ByteArrayInputStream(DEFINITION.getBytes(UTF_8))).serverSideApply();
        client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("webpages.example.com")
                .waitUntilCondition(
                        found -> found != null
                                && found.getStatus() != null
                                && found.getStatus().getConditions() != null
                                && found.getStatus().getConditions().stream()
                                        .anyMatch(
                                                condition -> condition.getType().equals("Established")
                                                        && condition.getStatus().equals("True")),
                        PATIENCE_SECONDS,
                        TimeUnit.SECONDS);
    }
}
