/// Leader election: of several processes that run the same loops, one leads, and the others wait to take
/// over.
///
/// A [dev.setpoint.reconcile.leader.LeaderElection] holds a `Lease` as every Kubernetes client does, so
/// `kubectl get lease` shows who leads. What leading means is a
/// [dev.setpoint.reconcile.leader.Leadership]; each term of it gets a [dev.setpoint.client.Fence]. Writes
/// through a client that shows the fence count only during that term, even if the process stood still
/// between its last look at the Lease and the write. A server that knows no fences ignores them: there
/// the renew deadline is all that keeps two leaders apart.
@NullMarked
package dev.setpoint.reconcile.leader;

import org.jspecify.annotations.NullMarked;
