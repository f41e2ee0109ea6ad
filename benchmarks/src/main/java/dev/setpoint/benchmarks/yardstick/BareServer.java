package dev.setpoint.benchmarks.yardstick;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.http.HttpServer;
import dev.setpoint.apiserver.http.HttpsPort;
import dev.setpoint.apiserver.http.Limits;
import dev.setpoint.base.real.RealEnv;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;

/// The least that can be done on this HTTP stack: the same port, TLS and protocols as the API server's, and behind
/// them a map of bytes.
///
///     PUT  /bytes/x   keeps the body
///     GET  /bytes/x   sends it
///     POST /echo      sends the body back
///     GET  /watch     stays open
///     POST /event     sends the body to all that are open
public final class BareServer extends Handler.Abstract {
    /// Kept, since a logger that nobody holds forgets its level.
    private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

    private static final String READY = "ready on ";

    private final Map<String, byte[]> kept = new ConcurrentHashMap<>();
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();

    /// @param arguments the folder for keys and certificates
    public static void main(String[] arguments) throws Exception {
        JETTY.setLevel(Level.WARNING);
        SecureRandom random = new SecureRandom();
        Pki pki = Pki.open(Path.of(arguments[0]), List.of("127.0.0.1"), Instant.now(), random);
        HttpServer.Options options = new HttpServer.Options("127.0.0.1", 0, Limits.DEFAULT);
        HttpsPort port = HttpsPort.open(options, () -> pki, random, RealEnv.create("bare"), _ -> new BareServer());
        System.out.println(READY + port.port());
        Thread.currentThread().join(); // Until the process is ended.
    }

    static boolean isReady(String line) {
        return line.startsWith(READY);
    }

    static int port(String readyLine) {
        return Integer.parseInt(readyLine.substring(READY.length()));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = request.getHttpURI().getPath();
        switch (request.getMethod() + " " + (path.startsWith("/bytes/") ? "/bytes" : path)) {
            case "GET /bytes" -> send(response, kept.getOrDefault(path, new byte[0]), callback);
            case "PUT /bytes" ->
                whenRead(request, callback, body -> {
                    kept.put(path, body);
                    send(response, new byte[0], callback);
                });
            case "POST /echo" -> whenRead(request, callback, body -> send(response, body, callback));
            case "GET /watch" -> watch(response, callback);
            case "POST /event" ->
                whenRead(request, callback, body -> {
                    watchers.forEach(watcher -> watcher.send(body));
                    send(response, new byte[0], callback);
                });
            default -> Response.writeError(request, response, callback, 404);
        }
        return true;
    }

    private interface Use {
        void of(byte[] body);
    }

    private static void whenRead(Request request, Callback callback, Use use) {
        Content.Source.asByteBuffer(request, Promise.from(buffer -> use.of(bytes(buffer)), callback::failed));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static void send(Response response, byte[] body, Callback callback) {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
    }

    private void watch(Response response, Callback callback) {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(
                false,
                ByteBuffer.allocate(0),
                Callback.from(() -> watchers.add(new Watcher(response)), callback::failed));
    }

    private record Watcher(Response response) {
        void send(byte[] event) {
            response.write(false, ByteBuffer.wrap(event), Callback.NOOP);
        }
    }
}
