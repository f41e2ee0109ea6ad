package dev.setpoint.benchmarks.yardstick;

import dev.setpoint.benchmarks.process.Endpoint;
import dev.setpoint.benchmarks.process.Folders;
import dev.setpoint.benchmarks.process.JavaCommand;
import dev.setpoint.benchmarks.process.ProcessUsage;
import dev.setpoint.benchmarks.process.ServerProcess;
import java.io.IOException;

/// fabric8's mock server in a process of its own.
public final class MockProcess implements AutoCloseable {
    private final ServerProcess process;

    private MockProcess(ServerProcess process) {
        this.process = process;
    }

    public static MockProcess start() throws IOException {
        return new MockProcess(
                ServerProcess.start(JavaCommand.of(MockServer.class), Folders.create(), MockServer::isReady));
    }

    public Endpoint endpoint() {
        return Endpoint.trusted(MockServer.port(process.readyLine()));
    }

    public ProcessUsage usage() {
        return process.usage();
    }

    @Override
    public void close() {
        process.close();
    }
}
