package dev.setpoint.server.mirror;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// The loop that keeps the components' pods.
///
/// What it remembers is which pod it last saw for each component: when that is gone, somebody deleted it,
/// and the component is restarted before a new pod tells of it. A process that forgets this has restarted
/// everything.
public final class MirrorPods implements Reconciler<ObjectKey> {
    private static final WriteOptions OPTIONS = WriteOptions.as("kubelet");
    private static final Typed<Pod> POD = Typed.of(Pod.class);

    private final Supplier<Instant> clock;
    private final Client client;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final String node;
    private final Map<ObjectKey, Mirrored> mirrored = new LinkedHashMap<>();

    /// Belongs to the one worker that has its key.
    private static final class Mirrored {
        final Component component;
        ComponentState life;
        /// The uid of the pod that was last seen; empty when none was.
        String shown = "";

        Mirrored(Component component, ComponentState life) {
            this.component = component;
            this.life = life;
        }
    }

    /// @param client through which the node writes
    /// @param node on which the components appear
    public MirrorPods(
            Supplier<Instant> clock, Loops loops, Client client, String node, Collection<Component> components) {
        this.clock = clock;
        this.client = client;
        this.pods = loops.informer(Pod.class);
        this.nodes = loops.informer(Node.class);
        this.node = node;
        ComponentState life = ComponentState.first(clock.get());
        components.forEach(component -> mirrored.put(component.pod(node), new Mirrored(component, life)));
    }

    public Controller<ObjectKey> controller() {
        List<ObjectKey> all = List.copyOf(mirrored.keySet());
        return Controller.of(POD)
                .named("mirror-pods")
                .when(change -> mirrored.containsKey(change.key()))
                .watchesStored(Node.class, seen -> seen.key().name().equals(node) ? all : List.of())
                .workers(all.size())
                .reconcile(this);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Mirrored mine = mirrored.get(key);
        if (mine != null) {
            Optional<Node> home = nodes.find(ObjectKey.cluster(node));
            Optional<Stored> pod = pods.objects().find(key);
            if (pod.isPresent()) {
                keep(mine, pod.get(), home);
            } else {
                home.ifPresent(found -> show(mine, found));
            }
        }
        return Outcome.DONE;
    }

    /// There is no pod, but there should be one.
    private void show(Mirrored mine, Node home) {
        Instant now = clock.get();
        if (!mine.shown.isEmpty()) {
            mine.component.restart().run();
            mine.life = mine.life.next(now);
            mine.shown = "";
        }
        JsonObject pod = MirrorPod.of(mine.component, node, home.getMetadata().getUid(), now);
        Stored made = client.create(POD.collection(Component.NAMESPACE), new Body.Tree(pod), OPTIONS);
        mine.shown = made.header().uid();
        tell(mine, made, home);
    }

    private void keep(Mirrored mine, Stored stored, Optional<Node> home) {
        JsonObject pod = CompactReader.object(stored.filled());
        if (!stored.header().uid().equals(mine.shown)) {
            mine.life = ComponentState.after(pod.child("status"), mine.life.started());
            mine.shown = stored.header().uid();
        }
        if (stored.header().deleting() || home.isEmpty()) {
            return; // The node ends it, or the garbage collector does: its owner is gone.
        }
        if (!MirrorPod.mirrors(
                pod, mine.component, node, home.get().getMetadata().getUid())) {
            remove(stored);
        } else if (!MirrorPod.tells(pod.child("status"), mine.life)) {
            tell(mine, stored, home.get());
        }
    }

    /// Nothing has to end first: no process stands behind the pod alone.
    private void remove(Stored pod) {
        try {
            client.delete(
                    POD.object(ObjectKey.of(pod.key())),
                    new DeleteOptions(
                            DeleteOptions.Propagation.BACKGROUND,
                            OptionalLong.of(0),
                            Optional.of(pod.header().uid()),
                            Optional.empty()));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    private void tell(Mirrored mine, Stored pod, Node home) {
        long generation = CompactReader.object(pod.filled()).child("metadata").integerOr("generation", 1);
        JsonObject patch = new JsonObject()
                .put("metadata", new JsonObject().put("uid", pod.header().uid()))
                .put("status", MirrorPod.status(mine.component, mine.life, address(home), generation));
        client.patch(
                POD.object(ObjectKey.of(pod.key())).subresource("status"),
                PatchType.MERGE,
                new Body.Tree(patch),
                OPTIONS);
    }

    private static String address(Node home) {
        return home.getStatus() == null
                ? ""
                : home.getStatus().getAddresses().stream()
                        .filter(address -> address.getType().equals("InternalIP"))
                        .map(address -> address.getAddress())
                        .findFirst()
                        .orElse("");
    }
}
