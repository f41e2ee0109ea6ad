package dev.setpoint.apiserver.crd.conversion;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Calls webhooks over HTTPS, with the JDK's own client.
///
/// A webhook is somebody else's program, so everything about its answer has a bound: its length, and the time until
/// its last byte. The JDK's own time-out ends when the headers are there; a server that sends one byte of its body a
/// second would keep the caller, and the caller's place, for ever.
public final class HttpsCall implements WebhookCall, AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), 3 * 1024 * 1024);

    private final WebhookClients clients = new WebhookClients(CONNECT);
    private final Limits limits;

    /// @param whole from the first byte that is sent to the last that is read
    /// @param bytes of the answer's body
    record Limits(Duration whole, int bytes) {}

    public HttpsCall() {
        this(DEFAULT);
    }

    HttpsCall(Limits limits) {
        this.limits = limits;
    }

    @Override
    public byte[] post(WebhookAddress address, byte[] json) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address.uri())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json))
                .build();
        try (WebhookClients.Loan loan = clients.borrow(address.authorityPem())) {
            HttpResponse<byte[]> response = answer(loan.client(), request);
            if (response.statusCode() != 200) {
                throw new IOException("the server answered with code " + response.statusCode());
            }
            return response.body();
        }
    }

    private HttpResponse<byte[]> answer(HttpClient client, HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), limits.bytes()));
        try {
            return answer.get(limits.whole().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true); // Which ends the exchange and its connection, too.
            throw new IOException("no whole answer within " + limits.whole().toMillis() + " ms", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + request.uri(), e);
        } catch (ExecutionException e) {
            Throwable why = e.getCause();
            throw why instanceof IOException failure ? failure : new IOException(String.valueOf(why), why);
        }
    }

    /// Ends the calls that are under way.
    @Override
    public void close() {
        clients.close();
    }
}
