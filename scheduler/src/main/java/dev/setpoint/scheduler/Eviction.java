package dev.setpoint.scheduler;

import dev.setpoint.base.Env;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.ExactObject;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;

/// Tells pods to leave for a more important one. They have the time to end that their own specification gives them.
final class Eviction {
    private final Env env;
    private final Client client;
    private final Informer<Pod> pods;

    Eviction(Env env, Client client, Informer<Pod> pods) {
        this.env = env;
        this.client = client;
        this.pods = pods;
    }

    /// One that is going already is left alone; one that is gone has done what was wanted.
    void evict(PodInfo victim, PendingPod preemptor, String node, EventRecorder events) {
        if (victim.terminating()) {
            return;
        }
        unlessGone(victim, () -> {
            patchStatus(victim, PodWrites.pushedOut(victim, preemptor.schedulerName(), env.wallTime()));
            client.delete(target(victim), DeleteOptions.exactly(victim.uid()));
            events.record(
                    Binder.reference(victim, pods),
                    EventRecorder.Type.NORMAL,
                    "Preempted",
                    "Preempted by pod " + preemptor.pod().uid() + " on node " + node);
        });
    }

    /// The node that was kept for a pod goes to a more important one.
    void demote(PodInfo pod) {
        unlessGone(pod, () -> patchStatus(pod, PodWrites.demoted(pod)));
    }

    private void patchStatus(PodInfo pod, JsonObject patch) {
        client.patch(target(pod).subresource("status"), PatchType.STRATEGIC, new Body.Tree(patch), Binder.OPTIONS);
    }

    private void unlessGone(PodInfo pod, Runnable writes) {
        try {
            writes.run();
        } catch (ApiException e) {
            if (!new ExactObject(target(pod), pod.uid()).goneAfter(e, client)) {
                throw e;
            }
        }
    }

    private Target target(PodInfo pod) {
        return pods.typed().object(pod.key());
    }
}
