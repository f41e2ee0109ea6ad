package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.eclipse.jetty.server.Handler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpsPortIT {
    private static final Duration BUSY = Duration.ofMillis(5);

    private final SecureRandom random = new SecureRandom();
    private final Env env = RealEnv.create("port-test");

    @AfterEach
    void close() {
        env.close();
    }

    /// Often, and with every processor kept from the thread that is the last to leave the port.
    @Test
    void hasLeftItsPortWhenItIsClosed(@TempDir Path folder) throws Exception {
        Pki pki = Pki.open(folder, TestServer.HOSTS, Instant.now(), random);
        for (int round = 0; round < 100; round++) {
            HttpsPort port = open(0, pki);
            int number = port.port();
            IntStream.range(0, Runtime.getRuntime().availableProcessors())
                    .forEach(_ -> Thread.startVirtualThread(HttpsPortIT::keepBusy));
            port.close();
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), number).close())
                    .as("round %s", round)
                    .isInstanceOf(SocketException.class);
            open(number, pki).close();
        }
    }

    private static void keepBusy() {
        long until = System.nanoTime() + BUSY.toNanos();
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private HttpsPort open(int port, Pki pki) throws IOException {
        HttpServer.Options options = new HttpServer.Options("127.0.0.1", port, Limits.DEFAULT);
        return HttpsPort.open(options, () -> pki, random, env, _ -> new Handler.Sequence());
    }
}
