package dev.setpoint.apiserver.authn;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a service account's token says.
///
/// @param id of this token alone; empty for a legacy one, which also has no times and no audiences
/// @param pod that the token lives and dies with, if any; likewise `secret` and `node`
/// @param warnAfter when a pod should long have taken up a newer token
public record TokenClaims(
        String id,
        String namespace,
        Bound account,
        List<String> audiences,
        Instant issued,
        Instant expires,
        Optional<Instant> warnAfter,
        Optional<Bound> pod,
        Optional<Bound> secret,
        Optional<Bound> node) {
    /// An object that must be there as long as the token is to be good: another one of the same name is not
    /// it.
    ///
    /// @param uid empty where only the name is known
    public record Bound(String name, String uid) {}
}
