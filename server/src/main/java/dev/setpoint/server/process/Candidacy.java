package dev.setpoint.server.process;

import dev.setpoint.reconcile.leader.LeaseTiming;

/// How a process stands for election.
///
/// @param identity as whom: no two processes that want the same Lease have the same
/// @param timing how long it leads without a word
public record Candidacy(String identity, LeaseTiming timing) {}
