package dev.setpoint.conformance.kubectl;

/// What people have in their files.
final class Manifests {
    private Manifests() {}

    static String configMap(String name, String value) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, labels: {part: one}}
                data: {a: "%s", b: fixed}
                """.formatted(name, value);
    }

    static String deployment(String name, int replicas) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s, labels: {part: one}}
                spec:
                  replicas: %2$d
                  selector: {matchLabels: {app: %1$s}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec: {containers: [{name: c, image: "nginx:1"}]}
                """.formatted(name, replicas);
    }

    static String several(String... manifests) {
        return String.join("---\n", manifests);
    }
}
