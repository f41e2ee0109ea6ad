package dev.setpoint.reconcile.leader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Client;
import dev.setpoint.client.Fence;
import dev.setpoint.client.testing.FaultSwitches;
import dev.setpoint.machinery.api.ApiError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseLockTest {
    private final TestCluster cluster = TestCluster.create(7);
    private final BatonEnv env = cluster.env();
    private final FaultSwitches faults = new FaultSwitches(env);
    private final Client client = faults.over(cluster.admin());

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void tellsWhyALeaseCouldNotBeRenewed() {
        LeaseLock lock = lock("one");
        Fence fence = lock.tryAcquire().orElseThrow();
        faults.failNext(
                call -> call.is("update", "leases"), new ApiError.Unanswered("cut off"), FaultSwitches.When.BEFORE);
        assertThat(lock.renew(fence)).isEqualTo(new LeaseLock.Renewal.Failed("cut off"));
        assertThat(lock.renew(fence)).isEqualTo(new LeaseLock.Renewal.Renewed());
    }

    @Test
    void tellsToWhomItWasLost() {
        LeaseLock lock = lock("one");
        Fence fence = lock.tryAcquire().orElseThrow();
        lock.release(fence);
        assertThat(lock("two").tryAcquire()).isPresent();
        assertThat(lock.renew(fence)).isEqualTo(new LeaseLock.Renewal.Lost("two leads"));
    }

    private LeaseLock lock(String identity) {
        return new LeaseLock(env, client, new Candidate("kube-system", "demo", identity), LeaseTiming.DEFAULT);
    }
}
