package dev.setpoint.benchmarks.load;

import dev.setpoint.benchmarks.process.Endpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// Clients for a server that speaks HTTP/1.1 only: the JDK's, which opens a connection for each request under way.
public final class OldClients implements AutoCloseable, Sender {
    private final HttpClient http;
    private final String origin;

    public OldClients(Endpoint server) {
        this.http = HttpClient.newBuilder()
                .sslContext(server.tls())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.origin = server.origin();
    }

    /// So many that send at the same time.
    public List<Sender> all(int count) {
        return Collections.nCopies(count, this);
    }

    @Override
    public void send(LoadCall call, Consumer<LoadAnswer> done, Consumer<Throwable> failed) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + call.path()))
                .method(call.method(), HttpRequest.BodyPublishers.ofByteArray(call.body()));
        if (!call.mediaType().isEmpty()) {
            request.header("Content-Type", call.mediaType());
        }
        var _ = http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                .whenComplete((response, failure) -> {
                    if (failure == null) {
                        done.accept(new LoadAnswer(response.statusCode(), response.body().length, response.body()));
                    } else {
                        failed.accept(failure);
                    }
                });
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
