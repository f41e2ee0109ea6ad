/// What the components of the control plane did, line by line, as `kubectl logs` shows it for their pods.
///
/// Whoever acts says so to the [dev.setpoint.server.journal.Journal] of its component, which never waits;
/// one task of [dev.setpoint.server.journal.Journals] writes all of it. The newest lines lie in memory,
/// from where they are read and followed; where there is a data folder they are also in files of bounded
/// size. Each life of a component has a log of its own, and the last but one is kept: `kubectl logs
/// --previous`.
@NullMarked
package dev.setpoint.server.journal;

import org.jspecify.annotations.NullMarked;
