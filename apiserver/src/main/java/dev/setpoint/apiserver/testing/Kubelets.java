package dev.setpoint.apiserver.testing;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.DeleteOptions.Propagation;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The least that nodes do: a pod that is to go has ended at once, and does not use its grace period. A pod that is on
/// no node needs nobody for that.
final class Kubelets {
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final Target ALL = Target.collection(PODS, "");
    private static final Duration LONG = Duration.ofHours(1);
    private static final DeleteOptions NOW =
            new DeleteOptions(Propagation.UNSPECIFIED, OptionalLong.of(0), Optional.empty(), Optional.empty());

    private final Client client;

    Kubelets(Client client) {
        this.client = client;
    }

    void run() {
        while (true) {
            ObjectList there = client.list(ALL, ListOptions.ALL);
            there.items().forEach(this::end);
            try (Watch watch = client.watch(ALL, WatchOptions.from(there.revision()))) {
                follow(watch);
            } catch (WatchClosedException _) {
                // Then they are listed again.
            }
        }
    }

    private void follow(Watch watch) {
        while (true) {
            for (WatchEvent event : watch.next(LONG)) {
                if (event instanceof WatchEvent.Modified(var pod)) {
                    end(pod);
                }
            }
        }
    }

    private void end(Stored pod) {
        boolean placed =
                !pod.header().fields().getOrDefault("spec.nodeName", "").isEmpty();
        if (pod.header().deleting() && placed) {
            try {
                client.delete(
                        Target.object(PODS, pod.key().namespace(), pod.key().name()), NOW);
            } catch (ApiException e) {
                if (!(e.error() instanceof ApiError.NotFound)) {
                    throw e;
                }
            }
        }
    }
}
