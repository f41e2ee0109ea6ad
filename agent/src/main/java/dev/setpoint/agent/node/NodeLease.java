package dev.setpoint.agent.node;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;

/// The Lease by which a node says that it lives. Remembers the revision of its own last write, which saves a read for
/// each renewal; not knowing it costs that read.
final class NodeLease {
    static final int DURATION_SECONDS = 40;

    private static final GroupVersionResource LEASES = new GroupVersionResource("coordination.k8s.io", "v1", "leases");
    private static final String NAMESPACE = "kube-node-lease";
    private static final WriteOptions OPTIONS = WriteOptions.as("kubelet");

    private final Client client;
    private final String node;
    private final String nodeUid;
    private long revision;

    NodeLease(Client client, String node, String nodeUid) {
        this.client = client;
        this.node = node;
        this.nodeUid = nodeUid;
    }

    void renew(Instant now) {
        if (revision == 0) {
            take(now);
            return;
        }
        try {
            revision = update(now).revision();
        } catch (ApiException e) {
            revision = 0;
            if (!e.error().conflict() && !e.error().notFound()) {
                throw e;
            }
            take(now);
        }
    }

    /// Makes the Lease, or takes the one that is there.
    private void take(Instant now) {
        try {
            revision = client.create(Target.collection(LEASES, NAMESPACE), new Body.Tree(lease(now)), OPTIONS)
                    .revision();
        } catch (ApiException e) {
            if (!e.error().alreadyExists()) {
                throw e;
            }
            revision = client.get(target()).revision();
            revision = update(now).revision();
        }
    }

    private Stored update(Instant now) {
        JsonObject lease = lease(now);
        lease.child("metadata").put("resourceVersion", Long.toString(revision));
        return client.update(target(), new Body.Tree(lease), OPTIONS);
    }

    private Target target() {
        return Target.object(LEASES, NAMESPACE, node);
    }

    private JsonObject lease(Instant now) {
        JsonObject owner = new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node)
                .put("uid", nodeUid);
        return new JsonObject()
                .put("apiVersion", "coordination.k8s.io/v1")
                .put("kind", "Lease")
                .put(
                        "metadata",
                        new JsonObject()
                                .put("name", node)
                                .put("namespace", NAMESPACE)
                                .put("ownerReferences", JsonArray.of(owner)))
                .put(
                        "spec",
                        new JsonObject()
                                .put("holderIdentity", node)
                                .put("leaseDurationSeconds", DURATION_SECONDS)
                                .put("renewTime", Timestamps.micros(now)));
    }
}
