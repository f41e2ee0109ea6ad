package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.registry.catalog.Catalog;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.Allocations;
import dev.setpoint.apiserver.registry.write.NewObjects;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Gives Services their cluster IP, as an IPAddress object in the same commit: an address is taken exactly while the
/// object that says so exists, whatever crashes and whoever races.
public final class ClusterIpAllocations implements Allocations {
    private static final GroupVersionResource IP_ADDRESSES =
            new GroupVersionResource("networking.k8s.io", "v1", "ipaddresses");

    private final Env env;
    private final Catalog catalog;
    private final Ipv4Range range;

    public ClusterIpAllocations(Env env, Catalog catalog, Ipv4Range range) {
        this.env = env;
        this.catalog = catalog;
        this.range = range;
    }

    @Override
    public Extra beside(
            ServedResource resource, Snapshot snapshot, @Nullable JsonObject old, @Nullable JsonObject service) {
        if (!resource.storageName().equals("services")) {
            return Extra.NONE;
        }
        String before = old == null ? "" : address(old);
        String after = service == null ? "" : settle(service, before, snapshot);
        List<Commit.Condition> conditions = new ArrayList<>();
        List<Commit.Write> writes = new ArrayList<>();
        if (!before.isEmpty() && !before.equals(after)) {
            writes.add(new Commit.Delete(key(before)));
        }
        if (service != null && !after.isEmpty() && !after.equals(before)) {
            if (!writes.isEmpty()) {
                throw new IllegalStateException("a cluster IP never changes from one address to another");
            }
            conditions.add(new Commit.Condition(key(after), 0));
            writes.add(
                    NewObjects.put(env, Objects.requireNonNull(catalog.find(IP_ADDRESSES)), ipAddress(after, service)));
        }
        return new Extra(conditions, writes);
    }

    /// Decides which address the service has after this write, and writes it into the service.
    private String settle(JsonObject service, String before, Snapshot snapshot) {
        JsonObject spec = service.child("spec");
        String type = spec.textOr("type", "ClusterIP");
        if (type.equals("ExternalName")) {
            List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy").forEach(spec::remove);
            return "";
        }
        String wanted = spec.textOr("clusterIP", "");
        if (wanted.equals("None")) {
            setAddress(spec, wanted);
            return "";
        }
        if (wanted.isEmpty()) {
            wanted = before.isEmpty() ? free(snapshot) : before;
        } else if (!wanted.equals(before)) {
            checkFree(wanted, snapshot, service);
        }
        setAddress(spec, wanted);
        return wanted;
    }

    private static void setAddress(JsonObject spec, String address) {
        spec.put("clusterIP", address);
        spec.put("clusterIPs", JsonArray.ofTexts(List.of(address)));
        if (spec.array("ipFamilies") == null) {
            boolean withoutSelector = address.equals("None") && spec.object("selector") == null;
            // A headless service without a selector may have endpoints of any family.
            spec.put("ipFamilies", JsonArray.ofTexts(withoutSelector ? List.of("IPv4", "IPv6") : List.of("IPv4")));
            if (withoutSelector && spec.textOr("ipFamilyPolicy", "").isEmpty()) {
                spec.put("ipFamilyPolicy", "RequireDualStack");
            }
        }
        if (spec.textOr("ipFamilyPolicy", "").isEmpty()) {
            spec.put("ipFamilyPolicy", "SingleStack");
        }
    }

    private String free(Snapshot snapshot) {
        long size = range.size();
        long start = env.random().nextLong(size);
        for (long i = 0; i < size; i++) {
            String candidate = range.address((start + i) % size);
            if (snapshot.find(key(candidate)).isEmpty()) {
                return candidate;
            }
        }
        throw new ApiException(new ApiError.Internal("failed to allocate IP 0: range is full"));
    }

    private void checkFree(String wanted, Snapshot snapshot, JsonObject service) {
        String problem = "";
        if (!range.contains(wanted)) {
            problem = "failed to allocate IP " + wanted + ": the provided IP (" + wanted
                    + ") is not in the valid range. The range of valid IPs is " + range;
        } else if (snapshot.find(key(wanted)).isPresent()) {
            problem = "failed to allocate IP " + wanted + ": provided IP is already allocated";
        }
        if (!problem.isEmpty()) {
            String name = service.child("metadata").textOr("name", "");
            throw new ApiException(new ApiError.Invalid(
                    new GroupVersionKind("", "v1", "Service"),
                    name,
                    List.of(FieldError.invalid("spec.clusterIPs", "[\"" + wanted + "\"]", problem))));
        }
    }

    private static String address(JsonObject service) {
        String address = service.child("spec").textOr("clusterIP", "");
        return address.equals("None") ? "" : address;
    }

    private static Key key(String address) {
        return new Key(IP_ADDRESSES.groupResource().toString(), "", address);
    }

    private static JsonObject ipAddress(String address, JsonObject service) {
        JsonObject labels = new JsonObject()
                .put("ipaddress.kubernetes.io/ip-family", "IPv4")
                .put("ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io");
        JsonObject parent = new JsonObject()
                .put("resource", "services")
                .put("namespace", service.child("metadata").textOr("namespace", ""))
                .put("name", service.child("metadata").textOr("name", ""));
        return new JsonObject()
                .put("metadata", new JsonObject().put("name", address).put("labels", labels))
                .put("spec", new JsonObject().put("parentRef", parent));
    }
}
