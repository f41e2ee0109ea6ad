package dev.setpoint.reconcile.leader;

/// Who wants to lead, and by which Lease.
///
/// @param identity who it is: no two processes that may run at the same time share one. Kubernetes' own
///     components take `<host>_<uuid>`. One that is kept over restarts lets a process that died take its
///     own Lease back at once, where another identity has to wait until it runs out
public record Candidate(String namespace, String lease, String identity) {
    public Candidate {
        if (namespace.isEmpty() || lease.isEmpty() || identity.isEmpty()) {
            throw new IllegalArgumentException(
                    "candidate " + namespace + "/" + lease + " \"" + identity + "\" (expected: nothing empty)");
        }
    }
}
