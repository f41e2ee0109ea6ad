package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.Allocations;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gives Services their node ports: the bitmap of all of them changes in the same commit as the Service.
public final class NodePortAllocations implements Allocations {
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
        Set<Integer> before = old == null ? Set.of() : NodePortBitmap.portsOf(old);
        boolean exposed = service != null && dropUnlessExposed(service);
        if (before.isEmpty() && !exposed) {
            return Extra.NONE;
        }
        NodePortBitmap bitmap = NodePortBitmap.of(snapshot);
        if (service != null && exposed) {
            if (old == null) {
                allocateNew(service, bitmap);
            } else {
                allocateChanged(service, before, bitmap);
            }
        }
        Set<Integer> after = service == null ? Set.of() : NodePortBitmap.portsOf(service);
        if (after.equals(before)) {
            return Extra.NONE;
        }
        before.stream().filter(port -> !after.contains(port)).forEach(bitmap::release);
        return new Extra(List.of(bitmap.unchanged()), List.of(bitmap.put()));
    }

    /// @return whether the Service is of a type that has node ports
    private static boolean dropUnlessExposed(JsonObject service) {
        String type = service.child("spec").textOr("type", "");
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            return true;
        }
        ports(service).forEach(port -> port.remove("nodePort"));
        return false;
    }

    /// The same port under two protocols shares a node port, unless each asks for its own.
    private void allocateNew(JsonObject service, NodePortBitmap bitmap) {
        List<JsonObject> ports = ports(service);
        Map<Long, Integer> chosen = new LinkedHashMap<>();
        for (int index = 0; index < ports.size(); index++) {
            JsonObject port = ports.get(index);
            int wanted = nodePort(port);
            if (wanted == 0 && !allocates(service)) {
                continue;
            }
            long number = port.integerOr("port", 0);
            Integer shared = chosen.get(number);
            if (shared == null) {
                int requested = requestedFor(number, ports);
                if (requested != 0) {
                    take(requested, index, service, bitmap);
                }
                int given = requested != 0 ? requested : any(bitmap);
                port.put("nodePort", given);
                chosen.put(number, given);
            } else if (wanted == 0) {
                port.put("nodePort", shared);
            } else if (wanted != shared) {
                take(wanted, index, service, bitmap);
            }
        }
    }

    private static int requestedFor(long number, List<JsonObject> ports) {
        return ports.stream()
                .filter(port -> port.integerOr("port", 0) == number)
                .mapToInt(NodePortAllocations::nodePort)
                .filter(wanted -> wanted != 0)
                .findFirst()
                .orElse(0);
    }

    /// What the Service has already it keeps.
    private void allocateChanged(JsonObject service, Set<Integer> before, NodePortBitmap bitmap) {
        List<JsonObject> ports = ports(service);
        for (int index = 0; index < ports.size(); index++) {
            JsonObject port = ports.get(index);
            int wanted = nodePort(port);
            if (wanted == 0 && allocates(service)) {
                port.put("nodePort", any(bitmap));
            } else if (wanted != 0 && !before.contains(wanted) && !repeats(wanted, ports.subList(0, index))) {
                take(wanted, index, service, bitmap);
            }
        }
    }

    private static boolean repeats(int wanted, List<JsonObject> earlier) {
        return earlier.stream().anyMatch(port -> nodePort(port) == wanted);
    }

    private static boolean allocates(JsonObject service) {
        JsonObject spec = service.child("spec");
        return spec.textOr("type", "").equals("NodePort") || spec.booleanOr("allocateLoadBalancerNodePorts", true);
    }

    private int any(NodePortBitmap bitmap) {
        return bitmap.takeAny(env)
                .orElseThrow(
                        () -> new ApiException(new ApiError.Internal("failed to allocate a nodePort: range is full")));
    }

    private static void take(int port, int index, JsonObject service, NodePortBitmap bitmap) {
        if (!NodePortBitmap.inRange(port)) {
            throw refused(
                    port,
                    index,
                    service,
                    "provided port is not in the valid range. The range of valid ports is " + NodePortBitmap.FIRST + "-"
                            + NodePortBitmap.LAST);
        }
        if (bitmap.isTaken(port)) {
            throw refused(port, index, service, "provided port is already allocated");
        }
        bitmap.take(port);
    }

    private static ApiException refused(int port, int index, JsonObject service, String problem) {
        return new ApiException(new ApiError.Invalid(
                SERVICE,
                service.child("metadata").textOr("name", ""),
                List.of(FieldError.invalid("spec.ports[" + index + "].nodePort", Integer.toString(port), problem))));
    }

    private static int nodePort(JsonObject port) {
        return (int) port.integerOr("nodePort", 0);
    }

    private static List<JsonObject> ports(JsonObject service) {
        JsonArray ports = service.child("spec").array("ports");
        return ports == null ? List.of() : ports.objects();
    }
}
