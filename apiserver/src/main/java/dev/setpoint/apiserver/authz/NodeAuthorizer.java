package dev.setpoint.apiserver.authz;

import dev.setpoint.apiserver.authz.PodReferences.References;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Snapshot;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// What a node may do follows from the pods that are bound to it: it reads the secrets, config maps and
/// claims that they use, issues tokens for their accounts, and looks after its own Node and Lease.
/// Everything else that every node may do stands in the ClusterRole `system:node`, which nobody is bound to
/// for that reason.
///
/// The pods of a namespace are found by the node's name in their headers; what a pod refers to is read from
/// it when it is first asked for.
public final class NodeAuthorizer implements Authorizer {
    private static final String PODS = "pods";
    private static final List<String> READING = List.of("get", "list", "watch");

    private final Supplier<Snapshot> newest;
    private final PodReferences references = new PodReferences();

    public NodeAuthorizer(Supplier<Snapshot> newest) {
        this.newest = newest;
    }

    @Override
    public Decision decide(Attributes attributes) {
        Optional<String> node = attributes.user().asNode();
        if (node.isEmpty()) {
            return new Decision.NoOpinion("");
        }
        if (!(attributes instanceof Attributes.OfResource asked)) {
            return byRules(attributes);
        }
        String name = node.get();
        return switch (asked.group() + "/" + asked.fullResource()) {
            case "/secrets" -> used(name, asked, READING, References::secrets);
            case "/configmaps" -> used(name, asked, READING, References::configMaps);
            case "/persistentvolumeclaims" -> used(name, asked, List.of("get"), References::claims);
            case "/persistentvolumeclaims/status" ->
                used(name, asked, List.of("get", "update", "patch"), References::claims);
            case "resource.k8s.io/resourceclaims" -> used(name, asked, List.of("get"), References::resourceClaims);
            case "/serviceaccounts" -> used(name, asked, List.of("get"), References::accounts);
            case "/serviceaccounts/token" -> used(name, asked, List.of("create"), References::accounts);
            case "/persistentvolumes" -> volume(name, asked);
            case "storage.k8s.io/volumeattachments" -> attachment(name, asked);
            case "/nodes", "/nodes/status" -> own(name, asked);
            case "/pods" -> pods(name, asked);
            case "coordination.k8s.io/leases" -> lease(name, asked);
            case "storage.k8s.io/csinodes" -> named(name, asked);
            case "resource.k8s.io/resourceslices" -> slices(name, asked);
            default -> byRules(attributes);
        };
    }

    /// Read when the first node asks: a start has better things to do.
    private static final class Shipped {
        static final List<PolicyRule> RULES = DefaultRoles.rules("system:node");
    }

    private Decision byRules(Attributes attributes) {
        return Shipped.RULES.stream().anyMatch(rule -> rule.allows(attributes))
                ? new Decision.Allowed("")
                : new Decision.NoOpinion("");
    }

    /// One object that a pod on the node refers to.
    private Decision used(
            String node, Attributes.OfResource asked, List<String> verbs, Function<References, Set<String>> kind) {
        if (!verbs.contains(asked.verb())) {
            return new Decision.NoOpinion(
                    verbs.equals(READING)
                            ? "can only read resources of this type"
                            : "can only " + String.join("/", verbs) + " resources of this type");
        }
        if (asked.name().isEmpty()) {
            return new Decision.NoOpinion("No Object name found");
        }
        return related(node, asked.namespace(), pod -> kind.apply(pod).contains(asked.name()))
                ? new Decision.Allowed("")
                : unrelated(node);
    }

    private boolean related(String node, String namespace, Predicate<References> uses) {
        if (namespace.isEmpty()) {
            return false;
        }
        Iterator<Stored> pods = newest.get().iterate(PODS, namespace);
        while (pods.hasNext()) {
            Stored pod = pods.next();
            if (node.equals(pod.header().fields().get("spec.nodeName")) && uses.test(references.of(pod))) {
                return true;
            }
        }
        return false;
    }

    /// A volume is the business of the node whose pods use the claim that it is bound to.
    private Decision volume(String node, Attributes.OfResource asked) {
        if (!asked.verb().equals("get") || asked.name().isEmpty()) {
            return new Decision.NoOpinion("can only get individual resources of this type");
        }
        Optional<JsonObject> claim = newest.get()
                .find(new Key("persistentvolumes", "", asked.name()))
                .map(volume ->
                        CompactReader.object(volume.filled()).child("spec").child("claimRef"));
        boolean used = claim.isPresent()
                && related(
                        node,
                        claim.get().textOr("namespace", ""),
                        pod -> pod.claims().contains(claim.get().textOr("name", "")));
        return used ? new Decision.Allowed("") : unrelated(node);
    }

    private Decision attachment(String node, Attributes.OfResource asked) {
        if (!asked.verb().equals("get") || asked.name().isEmpty()) {
            return new Decision.NoOpinion("can only get individual resources of this type");
        }
        boolean here = newest.get()
                .find(new Key("volumeattachments.storage.k8s.io", "", asked.name()))
                .map(found -> CompactReader.object(found.filled()).child("spec").textOr("nodeName", ""))
                .filter(node::equals)
                .isPresent();
        return here ? new Decision.Allowed("") : unrelated(node);
    }

    /// Its own Node, which it may also make.
    private static Decision own(String node, Attributes.OfResource asked) {
        boolean creates = asked.verb().equals("create") && asked.subresource().isEmpty();
        boolean changes = List.of("get", "list", "watch", "update", "patch").contains(asked.verb());
        if (creates || (changes && asked.name().equals(node))) {
            return new Decision.Allowed("");
        }
        return new Decision.NoOpinion(
                asked.verb().equals("delete")
                        ? ""
                        : "node '" + node + "' cannot " + asked.verb() + " "
                                + (asked.name().isEmpty() ? "all nodes, only its own Node object" : "other nodes"));
    }

    /// The pods that are bound to it. Whether it may make or end one is for admission to say.
    private Decision pods(String node, Attributes.OfResource asked) {
        return switch (asked.verb()) {
            case "get" ->
                newest.get()
                                .find(new Key(PODS, asked.namespace(), asked.name()))
                                .map(pod -> pod.header().fields().get("spec.nodeName"))
                                .filter(node::equals)
                                .isPresent()
                        ? new Decision.Allowed("")
                        : unrelated(node);
            case "list", "watch" -> {
                boolean selected = asked.selector()
                        .pinned("spec.nodeName")
                        .filter(node::equals)
                        .isPresent();
                boolean bound = !asked.name().isEmpty()
                        && newest.get()
                                .find(new Key(PODS, asked.namespace(), asked.name()))
                                .map(pod -> pod.header().fields().get("spec.nodeName"))
                                .filter(node::equals)
                                .isPresent();
                yield selected || bound
                        ? new Decision.Allowed("")
                        : new Decision.NoOpinion("can only list/watch pods with spec.nodeName field selector");
            }
            default -> byRules(asked);
        };
    }

    private static Decision lease(String node, Attributes.OfResource asked) {
        if (!List.of("get", "create", "update", "patch", "delete").contains(asked.verb())) {
            return new Decision.NoOpinion("can only get, create, update, patch, or delete a node lease");
        }
        if (!asked.namespace().equals("kube-node-lease")) {
            return new Decision.NoOpinion("can only access leases in the \"kube-node-lease\" system namespace");
        }
        boolean ours = asked.verb().equals("create") || asked.name().equals(node);
        return ours
                ? new Decision.Allowed("")
                : new Decision.NoOpinion("can only access node lease with the same name as the requesting node");
    }

    private static Decision named(String node, Attributes.OfResource asked) {
        if (!List.of("get", "create", "update", "patch", "delete").contains(asked.verb())) {
            return new Decision.NoOpinion("can only get, create, update, patch, or delete a CSINode");
        }
        boolean ours = asked.verb().equals("create") || asked.name().equals(node);
        return ours
                ? new Decision.Allowed("")
                : new Decision.NoOpinion("can only access CSINode with the same name as the requesting node");
    }

    private static Decision slices(String node, Attributes.OfResource asked) {
        boolean ours =
                asked.selector().pinned("spec.nodeName").filter(node::equals).isPresent();
        return List.of("list", "watch", "deletecollection").contains(asked.verb()) && ours
                ? new Decision.Allowed("")
                : new Decision.NoOpinion(
                        "can only list/watch/deletecollection resourceslices with nodeName field selector");
    }

    private static Decision unrelated(String node) {
        return new Decision.NoOpinion("no relationship found between node '" + node + "' and this object");
    }
}
