package dev.setpoint.client;

import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.Set;

/// What a request is about. Empty text stands for "none": no namespace for cluster-scoped objects and for requests over
/// all namespaces, no name for collections, no subresource for the object itself.
public record Target(GroupVersionResource resource, String namespace, String name, String subresource) {
    /// The groups of what is created only to be answered.
    private static final Set<String> QUESTIONS = Set.of("authentication.k8s.io", "authorization.k8s.io");

    public static Target collection(GroupVersionResource resource, String namespace) {
        return new Target(resource, namespace, "", "");
    }

    public static Target object(GroupVersionResource resource, String namespace, String name) {
        return new Target(resource, namespace, name, "");
    }

    public Target subresource(String newSubresource) {
        return new Target(resource, namespace, name, newSubresource);
    }

    /// Whether to create it is to ask something: nothing is written.
    public boolean isQuestion() {
        return QUESTIONS.contains(resource.group());
    }
}
