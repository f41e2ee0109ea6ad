package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.base.Env;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTPS server: HTTP/1.1, HTTP/2 and WebSockets on one port.
public final class HttpServer {
    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

    /// Events are written beside everything else that the server does: half of the cores at most, and not many.
    private static final int PUMP_THREADS = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, 4);

    private final HttpsPort port;
    private final CallsUnderWay traffic;
    private final WatchPump pump;

    /// @param port 0 lets the system choose one
    public record Options(String bind, int port, Limits limits) {}

    private HttpServer(HttpsPort port, CallsUnderWay traffic, WatchPump pump) {
        this.port = port;
        this.traffic = traffic;
        this.pump = pump;
    }

    /// Serves when it returns.
    ///
    /// @param pipeline that answers
    /// @param keys asked for when everything is there that can be without
    /// @throws IOException when the address cannot be had
    public static HttpServer start(Options options, Pipeline pipeline, Supplier<Pki> keys, SecureRandom random, Env env)
            throws IOException {
        Limits limits = options.limits();
        CallsUnderWay traffic = new CallsUnderWay(env);
        WatchPump pump = WatchPump.start(env, PUMP_THREADS);
        try {
            HttpsPort port = HttpsPort.open(
                    options,
                    keys,
                    random,
                    env,
                    server -> new ApiHandler(pipeline, new WebSockets(server), traffic, pump, limits, env));
            return new HttpServer(port, traffic, pump);
        } catch (IOException | RuntimeException e) {
            pump.close();
            throw e;
        }
    }

    public int port() {
        return port.port();
    }

    /// Ends watches, lets requests finish, then closes every connection. Nothing is left when it returns.
    ///
    /// @param deadline how long requests may still take
    public void stop(Duration deadline) {
        if (!traffic.end(deadline)) {
            log.warn("requests were still running after {}; cutting them off", deadline);
        }
        pump.close();
        port.close();
    }
}
