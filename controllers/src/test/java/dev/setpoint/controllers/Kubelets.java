package dev.setpoint.controllers;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.DeleteOptions.Propagation;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.OptionalLong;

/// The one thing that nodes do in the tests of loops: a pod that is to go has ended at once, and does not wait for its
/// grace period. Pods without a node need nobody for that.
final class Kubelets {
    private static final DeleteOptions NOW =
            new DeleteOptions(Propagation.UNSPECIFIED, OptionalLong.of(0), Optional.empty(), Optional.empty());

    private Kubelets() {}

    static void start(TestCluster cluster) {
        BatonEnv process = cluster.env().child("kubelets");
        Client client = cluster.client(process, TestCluster.ADMIN, "kubelet");
        Loops loops = new Loops(process, client, new Metrics());
        loops.add(Controller.of(Pod.class).named("kubelets").reconcile(key -> end(client, key)));
        loops.start();
    }

    private static Outcome end(Client client, ObjectKey key) {
        Typed.of(Pod.class)
                .over(client)
                .find(key)
                .filter(Pod::isMarkedForDeletion)
                .ifPresent(pod -> Typed.of(Pod.class).over(client).delete(key, NOW));
        return Outcome.DONE;
    }
}
