package dev.setpoint.simulation.chaos;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.selector.LabelSelector;
import java.util.List;

/// Some objects of one resource.
///
/// @param namespace empty for all of them
/// @param labels empty for whatever they are
record Selection(GroupVersionResource resource, String namespace, String labels) {
    static Selection of(JsonObject json) {
        String version = json.textOr("apiVersion", "v1");
        int slash = version.indexOf('/');
        return new Selection(
                new GroupVersionResource(
                        slash < 0 ? "" : version.substring(0, slash),
                        version.substring(slash + 1),
                        json.textOr("resource", "")),
                json.textOr("namespace", ""),
                json.textOr("labelSelector", ""));
    }

    boolean holds(Stored object) {
        return (namespace.isEmpty() || namespace.equals(object.key().namespace()))
                && LabelSelector.parse(labels).matches(object.header().labels());
    }

    /// As they are now.
    List<Stored> list(Client client) {
        return client.list(Target.collection(resource, namespace), ListOptions.labels(labels))
                .items();
    }
}
