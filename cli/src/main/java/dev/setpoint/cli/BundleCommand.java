package dev.setpoint.cli;

import dev.setpoint.apiserver.bootstrap.Beginning;
import dev.setpoint.cli.bundle.Bundle;
import dev.setpoint.cli.bundle.NewCluster;
import dev.setpoint.store.sqlite.SqliteLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Makes a folder from which the program starts fast. The launcher runs it once after a build.
@Command(name = "bundle", hidden = true, description = "Makes a folder from which the program starts fast.")
final class BundleCommand implements Callable<Integer> {
    /// Set by picocli.
    @Parameters(index = "0", paramLabel = "PROGRAM", description = "Jar whose manifest names the others.")
    private Path program = Path.of("");

    /// Set by picocli.
    @Parameters(index = "1", paramLabel = "FOLDER", description = "Where setpoint.jar and the library of SQLite go.")
    private Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        SqliteLibrary.unpack(folder);
        Bundle.write(
                program,
                folder.resolve("setpoint.jar"),
                Map.of(Beginning.FILE, NewCluster.beginning().toBytes()));
        return 0;
    }
}
