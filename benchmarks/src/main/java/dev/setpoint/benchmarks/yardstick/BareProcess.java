package dev.setpoint.benchmarks.yardstick;

import dev.setpoint.benchmarks.process.Endpoint;
import dev.setpoint.benchmarks.process.Folders;
import dev.setpoint.benchmarks.process.JavaCommand;
import dev.setpoint.benchmarks.process.ProcessUsage;
import dev.setpoint.benchmarks.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;

/// The bare handler in a process of its own.
public final class BareProcess implements AutoCloseable {
    private final ServerProcess process;

    private BareProcess(ServerProcess process) {
        this.process = process;
    }

    public static BareProcess start() throws IOException {
        Path folder = Folders.create();
        return new BareProcess(
                ServerProcess.start(JavaCommand.of(BareServer.class, folder.toString()), folder, BareServer::isReady));
    }

    public Endpoint endpoint() throws IOException {
        return Endpoint.of(process.folder(), BareServer.port(process.readyLine()));
    }

    public ProcessUsage usage() {
        return process.usage();
    }

    @Override
    public void close() {
        process.close();
    }
}
