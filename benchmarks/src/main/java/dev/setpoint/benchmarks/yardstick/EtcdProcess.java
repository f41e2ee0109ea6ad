package dev.setpoint.benchmarks.yardstick;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.Endpoint;
import dev.setpoint.benchmarks.process.Folders;
import dev.setpoint.benchmarks.process.ProcessUsage;
import dev.setpoint.benchmarks.process.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// etcd with one member, its disk and TLS, driven directly: what Kubernetes' API server stands on.
///
/// A request is a call of gRPC: a byte that says that nothing is compressed, the length of the message in four bytes,
/// and the message, of which only two fields are needed here.
public final class EtcdProcess implements AutoCloseable {
    private static final String GRPC = "application/grpc";
    private static final int PREFIX = 5;
    private static final int KEY = (1 << 3) | 2;
    private static final int VALUE = (2 << 3) | 2;

    private final ServerProcess process;
    private final int port;

    private EtcdProcess(ServerProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /// Empty when etcd is not installed.
    public static Optional<EtcdProcess> start() throws IOException {
        Optional<Path> program = find();
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Path folder = Folders.create();
        Path keys = folder.resolve("pki");
        Pki.open(keys, List.of("127.0.0.1"), Instant.now(), new SecureRandom());
        int port = freePort();
        String client = "https://127.0.0.1:" + port;
        String peer = "http://127.0.0.1:" + freePort();
        ProcessBuilder command = new ProcessBuilder(
                        program.get().toString(),
                        "--name=bench",
                        "--data-dir=" + folder.resolve("data"),
                        "--cert-file=" + keys.resolve("apiserver.crt"),
                        "--key-file=" + keys.resolve("apiserver.key"),
                        "--listen-client-urls=" + client,
                        "--advertise-client-urls=" + client,
                        "--listen-peer-urls=" + peer,
                        "--initial-advertise-peer-urls=" + peer,
                        "--initial-cluster=bench=" + peer)
                .redirectErrorStream(true);
        return Optional.of(new EtcdProcess(
                ServerProcess.start(
                        command,
                        folder,
                        line -> line.contains("serving client requests")
                                || line.contains("ready to serve client requests")),
                port));
    }

    public Endpoint endpoint() throws IOException {
        return Endpoint.of(process.folder().resolve("pki"), port);
    }

    public ProcessUsage usage() {
        return process.usage();
    }

    public static LoadCall put(String key, byte[] value) {
        return call("/etcdserverpb.KV/Put", field(KEY, key.getBytes(StandardCharsets.UTF_8)), field(VALUE, value));
    }

    /// Reads one key.
    public static LoadCall range(String key) {
        return call("/etcdserverpb.KV/Range", field(KEY, key.getBytes(StandardCharsets.UTF_8)), new byte[0]);
    }

    private static LoadCall call(String method, byte[] first, byte[] second) {
        int length = first.length + second.length;
        ByteBuffer message = ByteBuffer.allocate(PREFIX + length);
        message.put((byte) 0).putInt(length).put(first).put(second);
        return new LoadCall("POST", method, GRPC, message.array());
    }

    /// Its number and type, its length in groups of seven bits, the bytes.
    private static byte[] field(int tag, byte[] content) {
        ByteBuffer field = ByteBuffer.allocate(1 + 5 + content.length);
        field.put((byte) tag);
        int rest = content.length;
        while (rest >= 0x80) {
            field.put((byte) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        field.put((byte) rest).put(content);
        byte[] bytes = new byte[field.position()];
        field.flip().get(bytes);
        return bytes;
    }

    private static Optional<Path> find() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .map(folder -> Path.of(folder, "etcd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
