package dev.setpoint.apiserver.http;

import dev.setpoint.base.Env;
import dev.setpoint.base.Timer;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;

/// Answers the pings of a WebSocket. The next frame is asked for when a ping is answered: whoever pings without reading
/// is not read either, and is cut off when it goes on for too long.
final class Pongs {
    private final Env env;
    private final Duration patience;

    Pongs(Env env, Duration patience) {
        this.env = env;
        this.patience = patience;
    }

    void answer(CoreSession open, Frame ping, Callback callback) {
        byte[] payload = new byte[ping.getPayloadLength()];
        ping.getPayload().get(payload);
        callback.succeeded();
        Timer tooLong = env.after(patience, open::abort);
        open.sendFrame(
                new Frame(OpCode.PONG, true, ByteBuffer.wrap(payload)),
                Callback.from(
                        () -> {
                            tooLong.cancel();
                            open.demand();
                        },
                        _ -> {
                            tooLong.cancel();
                            open.abort();
                        }),
                false);
    }
}
