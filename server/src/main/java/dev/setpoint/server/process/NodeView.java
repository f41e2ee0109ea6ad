package dev.setpoint.server.process;

import dev.setpoint.client.Client;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;

/// What a node may see: the pods that are bound to it, and its own Node. It asks for no more, as a kubelet does, since
/// more would be refused.
final class NodeView extends ForwardingClient {
    private final String node;

    NodeView(Client client, String node) {
        super(client);
        this.node = node;
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return super.list(
                collection,
                new ListOptions(
                        options.labelSelector(),
                        narrowed(collection, options.fieldSelector()),
                        options.limit(),
                        options.continueToken(),
                        options.resourceVersion()));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        return super.watch(
                collection,
                new WatchOptions(
                        options.labelSelector(),
                        narrowed(collection, options.fieldSelector()),
                        options.after(),
                        options.bookmarks()));
    }

    private String narrowed(Target collection, String selector) {
        String own = switch (collection.resource().groupResource().toString()) {
            case "pods" -> "spec.nodeName=" + node;
            case "nodes" -> "metadata.name=" + node;
            default -> "";
        };
        return own.isEmpty() || selector.isEmpty() ? own + selector : selector + "," + own;
    }
}
