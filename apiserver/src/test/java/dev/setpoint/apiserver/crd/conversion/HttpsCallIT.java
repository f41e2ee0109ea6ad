package dev.setpoint.apiserver.crd.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.TlsContext;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Webhooks behind real TLS that answer as no webhook should.
@Timeout(60)
class HttpsCallIT {
    private static final HttpsCall.Limits LIMITS = new HttpsCall.Limits(Duration.ofSeconds(2), 1024);
    private static final byte[] REVIEW = "{}".getBytes(StandardCharsets.UTF_8);
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

    @TempDir
    Path folder;

    private final CountDownLatch left = new CountDownLatch(1);
    private Pki pki;
    private SSLServerSocket port;

    @BeforeEach
    void open() throws IOException {
        pki = Pki.open(folder, List.of("127.0.0.1"), Instant.parse("2026-05-01T00:00:00Z"), new SecureRandom());
        port = (SSLServerSocket)
                TlsContext.of(Optional.of(pki.serving()), pki.authority().certificate(), new SecureRandom())
                        .getServerSocketFactory()
                        .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        port.close();
    }

    @Test
    void takesAnAnswerWithinItsBounds() throws IOException {
        answering(out -> out.write((HEAD + "Content-Length: 8\r\n\r\n{\"a\": 1}").getBytes(StandardCharsets.UTF_8)));
        try (HttpsCall call = new HttpsCall(LIMITS)) {
            assertThat(call.post(address(""), REVIEW)).asString().isEqualTo("{\"a\": 1}");
        }
    }

    @Test
    void givesUpOnABodyThatDrips() throws InterruptedException {
        answering(out -> {
            out.write((HEAD + "Content-Length: 1000\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            while (true) {
                out.write(' ');
                out.flush();
                assertThat(left.await(50, TimeUnit.MILLISECONDS)).isFalse();
            }
        });
        try (HttpsCall call = new HttpsCall(LIMITS)) {
            assertThatThrownBy(() -> call.post(address(""), REVIEW))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no whole answer within 2000 ms");
            assertThat(left.await(30, TimeUnit.SECONDS))
                    .as("the connection ends")
                    .isTrue();
        }
    }

    @Test
    void givesUpOnABodyThatNeverEnds() throws InterruptedException {
        answering(out -> {
            out.write((HEAD + "\r\n").getBytes(StandardCharsets.UTF_8));
            byte[] blanks = " ".repeat(512).getBytes(StandardCharsets.UTF_8);
            while (true) {
                out.write(blanks);
            }
        });
        try (HttpsCall call = new HttpsCall(LIMITS)) {
            assertThatThrownBy(() -> call.post(address(""), REVIEW))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("exceed")
                    .hasMessageContaining("1024");
            assertThat(left.await(30, TimeUnit.SECONDS))
                    .as("the connection ends")
                    .isTrue();
        }
    }

    @Test
    void givesUpOnAServerThatSaysNothing() {
        answering(_ -> left.await());
        try (HttpsCall call = new HttpsCall(LIMITS)) {
            assertThatThrownBy(() -> call.post(address(""), REVIEW)).hasMessage("no whole answer within 2000 ms");
        } finally {
            left.countDown();
        }
    }

    @Test
    void keepsAFewClientsAndEndsTheOthers() throws IOException {
        WebhookClients clients = new WebhookClients(Duration.ofSeconds(1));
        WebhookClients.Loan first = clients.borrow(authority(0));
        for (int i = 1; i <= 3 * WebhookClients.KEPT; i++) {
            clients.borrow(authority(i)).close();
        }
        assertThat(clients.size()).isEqualTo(WebhookClients.KEPT);
        assertThat(first.client().isTerminated())
                .as("pushed out, but in somebody's hands")
                .isFalse();
        first.close();
        assertThat(ends(first)).as("given back").isTrue();

        WebhookClients.Loan last = clients.borrow(authority(1));
        clients.close();
        assertThat(ends(last)).as("its owner has closed").isTrue();
        assertThatThrownBy(() -> clients.borrow("")).isInstanceOf(IOException.class);
    }

    private static boolean ends(WebhookClients.Loan loan) {
        try {
            return loan.client().awaitTermination(Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Each another text for the same authority.
    private String authority(int number) {
        return pki.authority().certificatePem() + "\n".repeat(number);
    }

    private WebhookAddress address(String path) {
        return new WebhookAddress(
                URI.create("https://127.0.0.1:" + port.getLocalPort() + "/" + path),
                pki.authority().certificatePem());
    }

    @FunctionalInterface
    private interface Answering {
        void to(OutputStream out) throws IOException, InterruptedException;
    }

    /// Reads the head and the two bytes of one request, and answers it; [#left] when the caller has hung up.
    private void answering(Answering answer) {
        Thread.ofVirtual().start(() -> {
            try (SSLSocket socket = (SSLSocket) port.accept()) {
                byte[] request = new byte[4096];
                int read = 0;
                while (!new String(request, 0, read, StandardCharsets.UTF_8).endsWith("\r\n\r\n{}")) {
                    read += socket.getInputStream().read(request, read, request.length - read);
                }
                answer.to(socket.getOutputStream());
            } catch (IOException _) {
                left.countDown();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
