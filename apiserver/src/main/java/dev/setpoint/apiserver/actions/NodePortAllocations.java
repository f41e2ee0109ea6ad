package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.Allocations;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Gives Services their node ports, as one key in the store for each, in the same commit as the Service.
///
/// Each port is a resource of its own for the store, since a commit writes at most one key of each resource.
public final class NodePortAllocations implements Allocations {
    private static final int FIRST = 30_000;
    private static final int LAST = 32_767;
    private static final GroupVersionKind SERVICE = new GroupVersionKind("", "v1", "Service");

    private final Env env;

    public NodePortAllocations(Env env) {
        this.env = env;
    }

    @Override
    public Extra beside(
            ServedResource resource, Snapshot snapshot, @Nullable JsonObject old, @Nullable JsonObject service) {
        if (!resource.storageName().equals("services")) {
            return Extra.NONE;
        }
        Set<Integer> before = old == null ? Set.of() : taken(old);
        Set<Integer> after = service == null ? Set.of() : settle(service, before, snapshot);
        List<Commit.Condition> conditions = new ArrayList<>();
        List<Commit.Write> writes = new ArrayList<>();
        for (int port : new TreeSet<>(before)) {
            if (!after.contains(port)) {
                writes.add(new Commit.Delete(key(port)));
            }
        }
        for (int port : new TreeSet<>(after)) {
            if (!before.contains(port)) {
                conditions.add(new Commit.Condition(key(port), 0));
                writes.add(new Commit.Put(key(port), Header.EMPTY, JsonWriter.bytes(new JsonObject()), -1));
            }
        }
        return new Extra(conditions, writes);
    }

    private Set<Integer> settle(JsonObject service, Set<Integer> before, Snapshot snapshot) {
        JsonObject spec = service.child("spec");
        JsonArray ports = spec.array("ports");
        if (ports == null) {
            return Set.of();
        }
        String type = spec.textOr("type", "");
        boolean balanced = type.equals("LoadBalancer") && spec.booleanOr("allocateLoadBalancerNodePorts", true);
        if (!type.equals("NodePort") && !type.equals("LoadBalancer")) {
            ports.objects().forEach(port -> port.remove("nodePort"));
            return Set.of();
        }
        Set<Integer> wanted = taken(service);
        for (int port : wanted) {
            if (!before.contains(port)) {
                checkFree(port, snapshot, service);
            }
        }
        for (JsonObject port : ports.objects()) {
            if (port.integerOr("nodePort", 0) == 0 && (type.equals("NodePort") || balanced)) {
                int chosen = free(snapshot, wanted);
                wanted.add(chosen);
                port.put("nodePort", chosen);
            }
        }
        return wanted;
    }

    private int free(Snapshot snapshot, Set<Integer> wanted) {
        int size = LAST - FIRST + 1;
        int start = env.random().nextInt(size);
        for (int i = 0; i < size; i++) {
            int candidate = FIRST + (start + i) % size;
            if (!wanted.contains(candidate) && snapshot.find(key(candidate)).isEmpty()) {
                return candidate;
            }
        }
        throw new ApiException(new ApiError.Internal("failed to allocate a nodePort: range is full"));
    }

    private static void checkFree(int port, Snapshot snapshot, JsonObject service) {
        String problem = "";
        if (port < FIRST || port > LAST) {
            problem = "provided port is not in the valid range. The range of valid ports is " + FIRST + "-" + LAST;
        } else if (snapshot.find(key(port)).isPresent()) {
            problem = "provided port is already allocated";
        }
        if (!problem.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(
                    SERVICE,
                    service.child("metadata").textOr("name", ""),
                    List.of(FieldError.invalid("spec.ports[0].nodePort", Integer.toString(port), problem))));
        }
    }

    private static Set<Integer> taken(JsonObject service) {
        Set<Integer> taken = new TreeSet<>();
        JsonArray ports = service.child("spec").array("ports");
        if (ports != null) {
            for (JsonObject port : ports.objects()) {
                long number = port.integerOr("nodePort", 0);
                if (number > 0) {
                    taken.add((int) number);
                }
            }
        }
        return taken;
    }

    private static Key key(int port) {
        return new Key("nodeport/" + port, "", "taken");
    }
}
