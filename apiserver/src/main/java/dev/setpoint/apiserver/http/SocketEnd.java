package dev.setpoint.apiserver.http;

import dev.setpoint.base.Env;
import dev.setpoint.base.Timer;
import java.time.Duration;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.jspecify.annotations.Nullable;

/// The end of a WebSocket on which there is nothing more to say. A client that does not answer the good-bye is cut off:
/// nobody counts its connection any more.
final class SocketEnd {
    private final Env env;
    private final Duration patience;
    private @Nullable Timer cut;
    private boolean reached;

    SocketEnd(Env env, Duration patience) {
        this.env = env;
        this.patience = patience;
    }

    /// Called when the good-bye is on its way, or there was none.
    void awaited(CoreSession open) {
        Timer timer = env.after(patience, open::abort);
        boolean over;
        synchronized (this) { // Held for a moment, and never while anything runs.
            over = reached;
            cut = timer;
        }
        if (over) {
            timer.cancel();
        }
    }

    /// The connection is closed.
    void reached() {
        Timer timer;
        synchronized (this) {
            reached = true;
            timer = cut;
        }
        if (timer != null) {
            timer.cancel();
        }
    }
}
