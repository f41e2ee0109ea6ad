package dev.setpoint.reconcile.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Candidates on the stepped clock, over one server.
class LeaderElectionTest {
    private static final ObjectKey LEASE = new ObjectKey("kube-system", "demo");

    private final TestCluster cluster = TestCluster.create(11);
    private final BatonEnv world = cluster.env();
    private final TypedClient<Lease> leases = Typed.of(Lease.class).over(cluster.admin());
    private final List<Happening> history = new ArrayList<>();

    private record Happening(String who, boolean leads, long atSeconds) {}

    /// One process.
    private final class Runner {
        final String identity;
        final BatonEnv env;
        final Metrics metrics = new Metrics();
        final LeaderElection election;
        boolean cutOff;

        Runner(String identity) {
            this.identity = identity;
            this.env = world.child(identity);
            this.election = new LeaderElection(
                    env,
                    connection(),
                    metrics,
                    new Candidate(LEASE.namespace(), LEASE.name(), identity),
                    LeaseTiming.DEFAULT,
                    this::begin);
            election.start();
            world.settle();
        }

        private Leadership.Term begin(Fence fence) {
            note(true);
            return () -> note(false);
        }

        private void note(boolean leads) {
            history.add(new Happening(identity, leads, now()));
        }

        boolean leads() {
            return election.term().isPresent();
        }

        /// The server, as long as there is a way to it.
        private Client connection() {
            Client server = cluster.client(env, TestCluster.ADMIN, identity);
            return (Client) Proxy.newProxyInstance(
                    Client.class.getClassLoader(), new Class<?>[] {Client.class}, (_, method, arguments) -> {
                        if (cutOff) {
                            throw new ApiException(new ApiError.Unanswered("cut off"));
                        }
                        try {
                            return method.invoke(server, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }

    @AfterEach
    void end() {
        cluster.close();
    }

    private long now() {
        return Duration.ofNanos(world.monotonicNanos()).toSeconds();
    }

    private LeaseSpec lease() {
        return leases.get(LEASE).getSpec();
    }

    @Test
    void leadsAtOnceWhereNobodyDoes() {
        Runner one = new Runner("one");
        assertThat(one.election.term()).contains(new Fence("kube-system", "demo", 0, "one"));
        assertThat(lease().getHolderIdentity()).isEqualTo("one");
        assertThat(lease().getLeaseDurationSeconds()).isEqualTo(15);
        assertThat(lease().getLeaseTransitions()).isZero();
        assertThat(one.metrics.text()).contains("leader_election_master_status{name=\"demo\"} 1");
    }

    @Test
    void keepsTheOthersWaitingAsLongAsItRenews() {
        Runner one = new Runner("one");
        Runner two = new Runner("two");
        world.advance(Duration.ofHours(1));
        assertThat(one.leads()).isTrue();
        assertThat(two.leads()).isFalse();
        assertThat(history).containsExactly(new Happening("one", true, 0));
        assertThat(lease().getLeaseTransitions()).isZero();
    }

    @Test
    void givesTheLeaseBackWhenItEndsInOrder() {
        Runner one = new Runner("one");
        Runner two = new Runner("two");
        world.call(() -> {
            one.election.close();
            return true;
        });
        assertThat(lease().getHolderIdentity()).isNullOrEmpty();
        assertThat(world.advanceUntil(Duration.ofSeconds(5), two::leads)).isTrue();
        assertThat(lease().getHolderIdentity()).isEqualTo("two");
        assertThat(lease().getLeaseTransitions()).isEqualTo(1);
        assertThat(history.getLast().who()).isEqualTo("two");
    }

    @Test
    void waitsForTheLeaseOfOneThatDied() {
        Runner one = new Runner("one");
        Runner two = new Runner("two");
        world.advance(Duration.ofSeconds(7));
        world.kill(one.env);
        world.advance(Duration.ofSeconds(13)); // The last renewal was one second before the end.
        assertThat(two.leads()).isFalse();
        assertThat(world.advanceUntil(Duration.ofSeconds(7), two::leads)).isTrue();
        assertThat(two.election.term()).contains(new Fence("kube-system", "demo", 1, "two"));
    }

    @Test
    void takesItsOwnLeaseBackAtOnceForANewTerm() {
        Runner one = new Runner("one");
        world.advance(Duration.ofSeconds(3));
        world.kill(one.env);
        Runner again = new Runner("one");
        assertThat(again.election.term()).contains(new Fence("kube-system", "demo", 1, "one"));
        assertThat(now()).isEqualTo(3);
    }

    @Test
    void stepsDownBeforeAnybodyElseMayTakeOver() {
        Runner one = new Runner("one");
        Runner two = new Runner("two");
        world.advance(Duration.ofSeconds(60));
        one.cutOff = true;
        assertThat(world.advanceUntil(Duration.ofSeconds(30), two::leads)).isTrue();
        assertThat(history).extracting(Happening::who).containsExactly("one", "one", "two");
        long steppedDown = history.get(1).atSeconds();
        long tookOver = history.get(2).atSeconds();
        assertThat(steppedDown).isBetween(69L, 70L);
        assertThat(tookOver).isBetween(steppedDown + 4, steppedDown + 10);
    }

    @Test
    void noticesWhenItWakesThatSomebodyElseLeads() {
        Runner one = new Runner("one");
        Runner two = new Runner("two");
        world.freeze(one.env);
        assertThat(world.advanceUntil(Duration.ofSeconds(20), two::leads)).isTrue();
        assertThat(one.leads()).isTrue(); // It knows no better.
        world.thaw(one.env);
        world.settle();
        assertThat(one.leads()).isFalse();
        world.advance(Duration.ofMinutes(5));
        assertThat(two.leads()).isTrue();
        assertThat(history).extracting(Happening::who).containsExactly("one", "two", "one");
    }

    @Test
    void goesOnAfterAShortFailure() {
        Runner one = new Runner("one");
        one.cutOff = true;
        world.advance(Duration.ofSeconds(9));
        one.cutOff = false;
        world.advance(Duration.ofMinutes(5));
        assertThat(history).containsExactly(new Happening("one", true, 0));
    }

    @Test
    void caresNothingForWallClocks() {
        Runner one = new Runner("one");
        Runner two = new Runner("two");
        world.shiftWallTime(one.env, Duration.ofHours(-3));
        world.shiftWallTime(two.env, Duration.ofHours(3));
        world.advance(Duration.ofMinutes(10));
        assertThat(history).containsExactly(new Happening("one", true, 0));
    }

    @Test
    void countsOnWhenTheLeaseIsDeleted() {
        Runner one = new Runner("one");
        leases.delete(LEASE, DeleteOptions.DEFAULT);
        world.advance(Duration.ofSeconds(3));
        assertThat(one.election.term()).contains(new Fence("kube-system", "demo", 1, "one"));
        assertThat(history).extracting(Happening::leads).containsExactly(true, false, true);
    }

    @Test
    void keepsItsTermWhenSomebodyElseTouchesTheLease() {
        Runner one = new Runner("one");
        leases.update(leases.get(LEASE)
                .edit()
                .editMetadata()
                .addToLabels("touched", "true")
                .endMetadata()
                .build());
        world.advance(Duration.ofMinutes(1));
        assertThat(one.election.term()).contains(new Fence("kube-system", "demo", 0, "one"));
        assertThat(history).hasSize(1);
        assertThat(leases.get(LEASE).getMetadata().getLabels()).containsEntry("touched", "true");
    }

    @Test
    void refusesTimingThatCouldLetTwoLead() {
        assertThatThrownBy(() -> timing(10, 10, 2)).hasMessageContaining("lease: PT10S");
        assertThatThrownBy(() -> timing(15, 10, 9)).hasMessageContaining("renew deadline: PT10S");
        assertThatThrownBy(() -> timing(15, 10, 0)).hasMessageContaining("retry: PT0S");
    }

    private static LeaseTiming timing(int lease, int renewDeadline, int retry) {
        return new LeaseTiming(Duration.ofSeconds(lease), Duration.ofSeconds(renewDeadline), Duration.ofSeconds(retry));
    }
}
