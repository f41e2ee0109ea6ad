package dev.setpoint.server.process;

import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;

/// The class of volumes that a cluster with nodes offers to claims that name none, as every cluster does that people
/// start on their own machine: without it a StatefulSet's claims would wait for ever.
final class DefaultStorage {
    private static final Target CLASSES =
            Target.collection(new GroupVersionResource("storage.k8s.io", "v1", "storageclasses"), "");

    private DefaultStorage() {}

    /// Leaves a class of that name as it is, whatever was made of it.
    static void offer(Client client) {
        Offer.unlessThere(client, CLASSES, standard());
    }

    private static JsonObject standard() {
        JsonObject annotations = new JsonObject().put("storageclass.kubernetes.io/is-default-class", "true");
        return new JsonObject()
                .put("apiVersion", "storage.k8s.io/v1")
                .put("kind", "StorageClass")
                .put("metadata", new JsonObject().put("name", "standard").put("annotations", annotations))
                .put("provisioner", "setpoint.dev/local")
                .put("reclaimPolicy", "Delete")
                .put("volumeBindingMode", "WaitForFirstConsumer");
    }
}
