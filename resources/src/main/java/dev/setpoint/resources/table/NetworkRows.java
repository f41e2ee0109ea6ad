package dev.setpoint.resources.table;

import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Services, endpoints, and the group networking.k8s.io.
final class NetworkRows {
    private static final int SHOWN = 3;

    private NetworkRows() {}

    static Row service(Subject service) {
        List<String> addresses = service.texts("spec", "clusterIPs");
        String ports =
                service.objects("spec", "ports").stream().map(NetworkRows::port).collect(Collectors.joining(","));
        return Row.of(
                service.name(),
                service.text("spec", "type"),
                addresses.isEmpty() ? Subject.NONE : addresses.getFirst(),
                externalAddress(service),
                ports.isEmpty() ? Subject.NONE : ports,
                service.age(),
                service.labels("spec", "selector"));
    }

    private static String port(JsonObject port) {
        long nodePort = port.integerOr("nodePort", 0);
        return port.integerOr("port", 0) + (nodePort > 0 ? ":" + nodePort : "") + "/" + port.textOr("protocol", "");
    }

    private static String externalAddress(Subject service) {
        List<String> external = service.texts("spec", "externalIPs");
        return switch (service.text("spec", "type")) {
            case "ClusterIP", "NodePort" -> external.isEmpty() ? Subject.NONE : String.join(",", external);
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>(loadBalancers(service));
                all.addAll(external);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> service.text("spec", "externalName");
            default -> Subject.UNKNOWN;
        };
    }

    /// Addresses or, where there are none, names of the load balancers in front.
    private static SortedSet<String> loadBalancers(Subject subject) {
        SortedSet<String> found = new TreeSet<>();
        for (JsonObject ingress : subject.objects("status", "loadBalancer", "ingress")) {
            String address = ingress.textOr("ip", "");
            found.add(address.isEmpty() ? ingress.textOr("hostname", "") : address);
        }
        found.remove("");
        return found;
    }

    static Row endpoints(Subject endpoints) {
        List<String> found = new ArrayList<>();
        for (JsonObject subset : endpoints.objects("subsets")) {
            List<JsonObject> addresses = objects(subset, "addresses");
            List<JsonObject> ports = objects(subset, "ports");
            for (JsonObject port : ports.isEmpty() ? List.of(new JsonObject()) : ports) {
                for (JsonObject address : addresses) {
                    String ip = address.textOr("ip", "");
                    found.add(ports.isEmpty() ? ip : hostPort(ip, port.integerOr("port", 0)));
                }
            }
        }
        boolean none = endpoints.objects("subsets").isEmpty();
        return Row.of(endpoints.name(), none ? Subject.NONE : Subject.some(found, SHOWN, ","), endpoints.age());
    }

    private static String hostPort(String ip, long port) {
        return (ip.contains(":") ? "[" + ip + "]" : ip) + ":" + port;
    }

    static Row endpointSlice(Subject slice) {
        List<String> ports = slice.objects("ports").stream()
                .map(port -> port.get("port") instanceof JsonValue.JsonInteger(long number)
                        ? Long.toString(number)
                        : port.textOr("name", "*"))
                .toList();
        List<String> addresses = slice.objects("endpoints").stream()
                .flatMap(endpoint -> texts(endpoint, "addresses").stream())
                .toList();
        return Row.of(slice.name(), slice.text("addressType"), someOrUnset(ports), someOrUnset(addresses), slice.age());
    }

    private static String someOrUnset(List<String> all) {
        String shown = Subject.some(all, SHOWN, ",");
        return shown.isEmpty() ? Subject.UNSET : shown;
    }

    static Row ingress(Subject ingress) {
        return Row.of(
                ingress.name(),
                ingress.has("spec", "ingressClassName") ? ingress.text("spec", "ingressClassName") : Subject.NONE,
                hosts(ingress.objects("spec", "rules")),
                String.join(",", loadBalancers(ingress)),
                ingress.objects("spec", "tls").isEmpty() ? "80" : "80, 443",
                ingress.age());
    }

    /// Rules without a host count among those that are not shown.
    private static String hosts(List<JsonObject> rules) {
        List<String> shown = new ArrayList<>();
        boolean more = false;
        for (JsonObject rule : rules) {
            more |= shown.size() == SHOWN;
            String host = rule.textOr("host", "");
            if (!more && !host.isEmpty()) {
                shown.add(host);
            }
        }
        if (shown.isEmpty()) {
            return "*";
        }
        return String.join(",", shown) + (more ? " + " + (rules.size() - SHOWN) + " more..." : "");
    }

    static Row ingressClass(Subject ingressClass) {
        boolean isDefault = ingressClass
                .text("metadata", "annotations", "ingressclass.kubernetes.io/is-default-class")
                .equals("true");
        String parameters = Subject.NONE;
        if (ingressClass.has("spec", "parameters")) {
            String group = ingressClass.text("spec", "parameters", "apiGroup");
            parameters = ingressClass.text("spec", "parameters", "kind")
                    + (ingressClass.has("spec", "parameters", "apiGroup") ? "." + group : "")
                    + "/" + ingressClass.text("spec", "parameters", "name");
        }
        return Row.of(
                ingressClass.name() + (isDefault ? " (default)" : ""),
                ingressClass.text("spec", "controller"),
                parameters,
                ingressClass.age());
    }

    static Row networkPolicy(Subject policy) {
        JsonObject selector = policy.object("spec", "podSelector");
        return Row.of(
                policy.name(), selector == null ? Subject.NONE : policy.selector("spec", "podSelector"), policy.age());
    }

    static Row serviceCidr(Subject range) {
        return Row.of(range.name(), String.join(",", range.texts("spec", "cidrs")), range.age());
    }

    /// The age comes after the last column, as in Kubernetes.
    static Row ipAddress(Subject address) {
        String parent = Subject.NONE;
        if (address.has("spec", "parentRef")) {
            String namespace = address.text("spec", "parentRef", "namespace");
            parent = new GroupResource(
                                    address.text("spec", "parentRef", "group"),
                                    address.text("spec", "parentRef", "resource"))
                            .toString()
                            .toLowerCase(Locale.ROOT)
                    + (namespace.isEmpty() ? "" : "/" + namespace)
                    + "/" + address.text("spec", "parentRef", "name");
        }
        return Row.of(address.name(), parent, address.age());
    }

    private static List<JsonObject> objects(JsonObject holder, String field) {
        JsonArray array = holder.array(field);
        return array == null ? List.of() : array.objects();
    }

    private static List<String> texts(JsonObject holder, String field) {
        JsonArray array = holder.array(field);
        return array == null ? List.of() : array.texts();
    }
}
