package dev.setpoint.controllers.namespace;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NamespaceConditionBuilder;
import io.fabric8.kubernetes.api.model.NamespaceStatus;
import io.fabric8.kubernetes.api.model.NamespaceStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What to do about a namespace that is being deleted, given what it holds; and what to say about it.
final class NamespacePlan {
    /// Holds a namespace until it is empty; it stands in the spec, not in the metadata.
    static final String FINALIZER = "kubernetes";

    private static final String DISCOVERED = "All resources successfully discovered";
    private static final String PARSED = "All legacy kube types successfully parsed";

    private NamespacePlan() {}

    /// Whether the namespace is being deleted and waits for us.
    static boolean ours(Namespace namespace) {
        return Metadata.deleting(namespace) && finalizers(namespace).contains(FINALIZER);
    }

    /// Nothing when all that is left is already on its way out.
    static List<NamespaceAction> plan(List<Content> contents) {
        List<Content> left =
                contents.stream().filter(content -> content.total() > 0).toList();
        if (left.isEmpty()) {
            return List.of(new NamespaceAction.ConfirmAndFinalize());
        }
        // What runs goes before what it runs on: pods may need their secrets and services to end well.
        List<Content> first = left.stream().filter(Content::pods).toList();
        return (first.isEmpty() ? left : first)
                .stream()
                        .filter(content -> content.alive() > 0)
                        .<NamespaceAction>map(content -> new NamespaceAction.DeleteAll(content.type()))
                        .toList();
    }

    static List<String> finalizers(Namespace namespace) {
        return namespace.getSpec() == null || namespace.getSpec().getFinalizers() == null
                ? List.of()
                : namespace.getSpec().getFinalizers();
    }

    /// @param failures what the server said to deletions that it refused
    static NamespaceStatus status(Namespace namespace, List<Content> contents, List<String> failures, Instant now) {
        List<NamespaceCondition> before = namespace.getStatus() == null
                ? List.of()
                : namespace.getStatus().getConditions();
        List<NamespaceCondition> conditions = new ArrayList<>(before);
        set(conditions, fine("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", DISCOVERED), now);
        set(conditions, fine("NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions", PARSED), now);
        set(conditions, failed(failures), now);
        set(conditions, remaining(contents), now);
        set(conditions, held(contents), now);
        return new NamespaceStatusBuilder()
                .withPhase("Terminating")
                .withConditions(conditions)
                .build();
    }

    private static NamespaceCondition failed(List<String> failures) {
        String type = "NamespaceDeletionContentFailure";
        return failures.isEmpty()
                ? fine(type, "ContentDeleted", "All content successfully deleted, may be waiting on finalization")
                : problem(
                        type,
                        "ContentDeletionFailed",
                        "Failed to delete all resource types, " + failures.size() + " remaining: "
                                + String.join(", ", failures.stream().sorted().toList()));
    }

    private static NamespaceCondition remaining(List<Content> contents) {
        List<String> kinds = contents.stream()
                .filter(content -> content.total() > 0)
                .map(content -> name(content.type().resource()) + " has " + content.total() + " resource instances")
                .sorted()
                .toList();
        String type = "NamespaceContentRemaining";
        return kinds.isEmpty()
                ? fine(type, "ContentRemoved", "All content successfully removed")
                : problem(type, "SomeResourcesRemain", "Some resources are remaining: " + String.join(", ", kinds));
    }

    private static NamespaceCondition held(List<Content> contents) {
        Map<String, Integer> counts = new TreeMap<>();
        contents.forEach(
                content -> content.finalizers().forEach(finalizer -> counts.merge(finalizer, 1, Integer::sum)));
        List<String> finalizers = counts.entrySet().stream()
                .map(count -> count.getKey() + " in " + count.getValue() + " resource instances")
                .toList();
        String type = "NamespaceFinalizersRemaining";
        return finalizers.isEmpty()
                ? fine(type, "ContentHasNoFinalizers", "All content-preserving finalizers finished")
                : problem(
                        type,
                        "SomeFinalizersRemain",
                        "Some content in the namespace has finalizers remaining: " + String.join(", ", finalizers));
    }

    /// With a dot at the end for the core group, which has no name: `configmaps.`, `deployments.apps`.
    private static String name(GroupVersionResource resource) {
        return resource.resource() + "." + resource.group();
    }

    private static NamespaceCondition fine(String type, String reason, String message) {
        return new NamespaceCondition(null, message, reason, "False", type);
    }

    private static NamespaceCondition problem(String type, String reason, String message) {
        return new NamespaceCondition(null, message, reason, "True", type);
    }

    /// In its place, and since when its status is what it is.
    private static void set(List<NamespaceCondition> conditions, NamespaceCondition condition, Instant now) {
        for (int index = 0; index < conditions.size(); index++) {
            NamespaceCondition before = conditions.get(index);
            if (before.getType().equals(condition.getType())) {
                boolean same = before.getStatus().equals(condition.getStatus());
                conditions.set(
                        index, since(condition, same ? before.getLastTransitionTime() : Timestamps.seconds(now)));
                return;
            }
        }
        conditions.add(since(condition, Timestamps.seconds(now)));
    }

    private static NamespaceCondition since(NamespaceCondition condition, String time) {
        return new NamespaceConditionBuilder(condition)
                .withLastTransitionTime(time)
                .build();
    }
}
