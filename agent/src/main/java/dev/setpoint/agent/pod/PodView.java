package dev.setpoint.agent.pod;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.AccountlessBytes;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A pod as a tree, with names for what a kubelet asks of it.
///
/// A tree and not the model class: this loop writes more than any other, and making and encoding a status
/// as objects costs ten times as much.
public record PodView(JsonObject tree) {
    public static PodView of(Stored stored) {
        return new PodView(CompactReader.object(AccountlessBytes.of(stored.filled())));
    }

    JsonObject metadata() {
        return orEmpty(tree.object("metadata"));
    }

    JsonObject spec() {
        return orEmpty(tree.object("spec"));
    }

    JsonObject status() {
        return orEmpty(tree.object("status"));
    }

    String name() {
        return metadata().textOr("name", "");
    }

    String namespace() {
        return metadata().textOr("namespace", "");
    }

    public String uid() {
        return metadata().textOr("uid", "");
    }

    String resourceVersion() {
        return metadata().textOr("resourceVersion", "");
    }

    long generation() {
        return metadata().integerOr("generation", 0);
    }

    Optional<String> annotation(String annotation) {
        return Optional.ofNullable(orEmpty(metadata().object("annotations")).text(annotation));
    }

    /// Whether it only shows what the node runs of itself: then somebody else writes its status and ends
    /// it.
    boolean mirrors() {
        return annotation("kubernetes.io/config.mirror").isPresent();
    }

    boolean deleting() {
        return metadata().has("deletionTimestamp");
    }

    /// When it has to be gone.
    Optional<Instant> deletionDeadline() {
        return time(metadata(), "deletionTimestamp");
    }

    Duration deletionGrace() {
        return Duration.ofSeconds(metadata().integerOr("deletionGracePeriodSeconds", 0));
    }

    boolean hasFinalizers() {
        JsonArray finalizers = metadata().array("finalizers");
        return finalizers != null && !finalizers.isEmpty();
    }

    boolean madeByJob() {
        return objects(metadata(), "ownerReferences").stream()
                .anyMatch(owner -> owner.textOr("kind", "").equals("Job") && owner.booleanOr("controller", false));
    }

    public String nodeName() {
        return spec().textOr("nodeName", "");
    }

    public boolean usesHostNetwork() {
        return spec().booleanOr("hostNetwork", false);
    }

    String restartPolicy() {
        return spec().textOr("restartPolicy", "Always");
    }

    OptionalLong activeDeadlineSeconds() {
        long seconds = spec().integerOr("activeDeadlineSeconds", -1);
        return seconds < 0 ? OptionalLong.empty() : OptionalLong.of(seconds);
    }

    List<JsonObject> containers() {
        return objects(spec(), "containers");
    }

    List<JsonObject> initContainers() {
        return objects(spec(), "initContainers");
    }

    Optional<Instant> startTime() {
        return time(status(), "startTime");
    }

    /// Empty while it has none.
    public String podIp() {
        return status().textOr("podIP", "");
    }

    List<JsonObject> conditions() {
        return objects(status(), "conditions");
    }

    static List<JsonObject> objects(JsonObject parent, String field) {
        JsonArray array = parent.array(field);
        return array == null ? List.of() : array.objects();
    }

    static Optional<Instant> time(JsonObject parent, String field) {
        return Optional.ofNullable(parent.text(field)).flatMap(Timestamps::parse);
    }

    static JsonObject orEmpty(@Nullable JsonObject object) {
        return object == null ? new JsonObject() : object;
    }
}
