package dev.setpoint.apiserver.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.EndPoint;

/// How many connections each peer has open. A peer is known here only while it has one.
///
/// Who the peer of a connection is has to be remembered: when it is closed, its socket does not tell any more.
final class PeerCounts {
    private final int most;
    private final Map<EndPoint, Object> peers = new ConcurrentHashMap<>();
    private final Map<Object, Integer> open = new ConcurrentHashMap<>();

    PeerCounts(int most) {
        this.most = most;
    }

    /// @return false when these are too many
    boolean opened(EndPoint endPoint) {
        Object peer = peer(endPoint);
        peers.put(endPoint, peer);
        return open.merge(peer, 1, Integer::sum) <= most;
    }

    void closed(EndPoint endPoint) {
        Object peer = peers.remove(endPoint);
        if (peer != null) {
            open.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    private static Object peer(EndPoint endPoint) {
        SocketAddress address = endPoint.getRemoteSocketAddress();
        return address instanceof InetSocketAddress inet ? inet.getAddress() : String.valueOf(address);
    }
}
