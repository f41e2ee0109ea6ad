package dev.setpoint.apiserver.crd;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.custom.CustomDefinition;
import dev.setpoint.resources.custom.CustomVersion;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.apiextensions.CustomResourceDefinitionStrategy;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions.Condition;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Deletes what is left of a definition that goes: first its objects, then the finalizer that holds it.
final class Cleanup {
    private static final GroupVersionResource DEFINITIONS =
            new GroupVersionResource("apiextensions.k8s.io", "v1", "customresourcedefinitions");
    private static final WriteOptions AS_APISERVER = WriteOptions.as("kube-apiserver");
    private static final Condition IN_PROGRESS = new Condition(
            DefinitionConditions.TERMINATING,
            "True",
            "InstanceDeletionInProgress",
            "CustomResource deletion is in progress");

    private final Store store;
    private final Client client;

    Cleanup(Store store, Client client) {
        this.store = store;
        this.client = client;
    }

    /// @return whether nothing is left to be done
    boolean reconcile(JsonObject definition) {
        JsonObject metadata = definition.child("metadata");
        List<String> finalizers = new ArrayList<>(Fields.texts(metadata, "finalizers"));
        if (!finalizers.contains(CustomResourceDefinitionStrategy.CLEANUP)) {
            return true;
        }
        String name = metadata.textOr("name", "");
        if (!store.snapshot().iterate(name, "").hasNext()) {
            finalizers.remove(CustomResourceDefinitionStrategy.CLEANUP);
            metadata.put("finalizers", JsonArray.ofTexts(finalizers));
            client.update(Target.object(DEFINITIONS, "", name), new Body.Tree(definition), AS_APISERVER);
            return true;
        }
        JsonObject told = definition.copy();
        DefinitionConditions.set(told, IN_PROGRESS, metadata.textOr("deletionTimestamp", ""));
        if (!told.equals(definition)) {
            client.update(
                    Target.object(DEFINITIONS, "", name).subresource("status"), new Body.Tree(told), AS_APISERVER);
        }
        deleteObjects(name, CustomDefinition.of(definition));
        return false;
    }

    private void deleteObjects(String name, CustomDefinition custom) {
        Optional<GroupVersionResource> served = custom.versions().stream()
                .filter(CustomVersion::served)
                .findFirst()
                .map(version -> version.type().resource());
        for (Iterator<Stored> all = store.snapshot().iterate(name, ""); all.hasNext(); ) {
            Stored object = all.next();
            if (served.isEmpty()) {
                deleteUnserved(object);
            } else if (!object.header().deleting()) {
                delete(Target.object(
                        served.get(), object.key().namespace(), object.key().name()));
            }
        }
    }

    private void delete(Target object) {
        try {
            client.delete(object, DeleteOptions.DEFAULT);
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    /// Where no version is served nobody can reach the objects, and nobody could finish what a finalizer asks for:
    /// those without any are removed.
    private void deleteUnserved(Stored object) {
        if (object.header().finalizers().isEmpty()) {
            Key key = object.key();
            store.commit(
                    new Commit(List.of(new Commit.Condition(key, object.revision())), List.of(new Commit.Delete(key))));
        }
    }
}
