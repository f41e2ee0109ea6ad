package dev.setpoint.client;

import java.util.Optional;

/// What a leader shows with each write: the Lease by which it leads, who it is, and for which term. The server commits
/// the write only while the Lease says the same, so that a leader that was deposed while its process stood still
/// changes nothing any more.
///
/// @param transitions the Lease's count of changes of its holder: the number of the term
public record Fence(String namespace, String lease, long transitions, String holder) {
    /// The header that carries it over HTTP.
    public static final String HEADER = "Setpoint-Fence";

    /// `kube-system/kube-scheduler 3 host_1234`
    public String encode() {
        return namespace + "/" + lease + " " + transitions + " " + holder;
    }

    /// Empty when the text is no fence.
    public static Optional<Fence> parse(String text) {
        String[] parts = text.split(" ", 3);
        int slash = parts[0].indexOf('/');
        if (parts.length < 3 || slash < 1 || parts[2].isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Fence(
                    parts[0].substring(0, slash), parts[0].substring(slash + 1), Long.parseLong(parts[1]), parts[2]));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
