package dev.setpoint.resources;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One resource in one version: what a URL addresses, and what is known of it before any object is read.
///
/// @param resource group, version and plural name, as in the URL
/// @param verbs in the words of RBAC, sorted
/// @param subresources sorted by name
/// @param storage the version in which objects are kept. Where two resources share one storage, as core and
///     events.k8s.io events do, they are two views of the same objects
public record ResourceType(
        GroupVersionResource resource,
        String kind,
        String singular,
        ResourceScope scope,
        List<String> shortNames,
        List<String> categories,
        List<String> verbs,
        List<Subresource> subresources,
        GroupVersion storage,
        String listKind) {
    /// With the kind of lists that all of Kubernetes' own resources have.
    public ResourceType(
            GroupVersionResource resource,
            String kind,
            String singular,
            ResourceScope scope,
            List<String> shortNames,
            List<String> categories,
            List<String> verbs,
            List<Subresource> subresources,
            GroupVersion storage) {
        this(resource, kind, singular, scope, shortNames, categories, verbs, subresources, storage, kind + "List");
    }

    public ResourceType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = List.copyOf(verbs);
        subresources = List.copyOf(subresources);
    }

    public String plural() {
        return resource.resource();
    }

    public GroupVersion groupVersion() {
        return resource.groupVersion();
    }

    public GroupVersionKind groupVersionKind() {
        return new GroupVersionKind(resource.group(), resource.version(), kind);
    }

    public boolean namespaced() {
        return scope == ResourceScope.NAMESPACED;
    }

    public boolean allows(String verb) {
        return verbs.contains(verb);
    }

    public @Nullable Subresource subresource(String name) {
        for (Subresource subresource : subresources) {
            if (subresource.name().equals(name)) {
                return subresource;
            }
        }
        return null;
    }

    /// Whether objects of this resource are kept: reviews and bindings are only ever answered.
    public boolean stored() {
        return allows("watch");
    }

    /// Where objects are kept; its group and plural are the first part of their store key.
    public GroupVersionResource storageResource() {
        return new GroupVersionResource(storage.group(), storage.version(), plural());
    }

    public GroupVersionKind storageKind() {
        return new GroupVersionKind(storage.group(), storage.version(), kind);
    }

    /// Whether objects are served as they are kept, without conversion.
    public boolean servedAsStored() {
        return storage.equals(groupVersion());
    }

    /// What discovery publishes so that clients notice a change of the stored version: eight bytes of a digest.
    public String storageVersionHash() {
        try {
            String text = storage.group() + "/" + storage.version() + "/" + kind;
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JDK has it.
        }
    }
}
