package dev.setpoint.apiserver.http;

import java.util.List;
import org.eclipse.jetty.websocket.core.FrameHandler;

/// What a connection becomes when it is made a WebSocket.
interface Upgraded extends FrameHandler {
    /// Protocols of which the client must know one, best first. Without any, it need not name one.
    List<String> protocols();

    /// Told which of them it is to speak, before it is opened.
    void agreed(String protocol);

    /// Frees what a WebSocket that never opened would hold.
    void abandon();
}
