package dev.setpoint.cli;

import io.fabric8.kubernetes.api.Pluralize;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes the beginning of a project.
@Command(
        name = "new",
        description = "Writes a new project: setpoint new operator NAME.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT")
final class NewCommand implements Runnable {
    private static final String NAME = "[a-z][a-z0-9]*(-[a-z0-9]+)*";
    private static final String DOMAIN = "[a-z0-9]+([-.][a-z0-9]+)*\\.[a-z]+";
    private static final String PACKAGE = "[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)*";

    /// Classes that the project uses under their own names.
    private static final List<String> TAKEN = List.of(
            "Client",
            "Clock",
            "Cluster",
            "Condition",
            "Conditions",
            "Config",
            "Context",
            "Controller",
            "Definition",
            "Deployment",
            "Env",
            "File",
            "List",
            "Long",
            "Loops",
            "Main",
            "Map",
            "Metrics",
            "Object",
            "Outcome",
            "Override",
            "Program",
            "Scenario",
            "Script",
            "Simulation",
            "Spec",
            "Status",
            "String",
            "System",
            "Test",
            "Typed");

    /// Set by picocli.
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "operator",
            description = "An operator for a custom resource: builds, tests and runs as it is.",
            mixinStandardHelpOptions = true)
    int operator(
            @Parameters(paramLabel = "NAME", description = "What it operates, in lower case: website, cron-backup.")
                    String name,
            @Option(
                            names = "--group",
                            paramLabel = "DOMAIN",
                            description = "The API group; default ${DEFAULT-VALUE}.",
                            defaultValue = "example.com")
                    String group,
            @Option(
                            names = "--package",
                            paramLabel = "PACKAGE",
                            description = "The Java package; made from the group and the name unless given.")
                    @Nullable
                    String packageName,
            @Option(
                            names = "--directory",
                            paramLabel = "DIR",
                            description = "Where it is written; a folder of the operator's name unless given.")
                    @Nullable
                    Path directory)
            throws IOException {
        require(name.matches(NAME), "NAME: " + name + " (expected: lower case, such as website or cron-backup)");
        require(group.matches(DOMAIN), "--group: " + group + " (expected: a domain, such as example.com)");
        String inPackage = Optional.ofNullable(packageName).orElseGet(() -> packageOf(group, name));
        require(inPackage.matches(PACKAGE), "--package: " + inPackage + " (expected: such as com.example.website)");
        String kind = kind(name);
        require(!TAKEN.contains(kind), "NAME: " + name + " (expected: none of the library's own names)");
        Path folder = Optional.ofNullable(directory).orElse(Path.of(name + "-operator"));
        require(isFree(folder), folder + " is there already");

        Map<String, String> words = new LinkedHashMap<>();
        words.put("name", name);
        words.put("Kind", kind);
        words.put("plural", Pluralize.toPlural(kind.toLowerCase(Locale.ROOT)));
        words.put("group", group);
        words.put("package", inPackage);
        new OperatorProject(words).write(folder);
        PrintWriter out = spec.commandLine().getOut();
        out.printf("wrote %s: cd %s && mvn package%n", folder, folder);
        return 0;
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private static boolean isFree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    /// `cron-backup` of `example.com` is in `com.example.cronbackup`.
    private static String packageOf(String group, String name) {
        List<String> parts = new ArrayList<>(List.of(group.replace('-', '_').split("\\.")));
        Collections.reverse(parts);
        return String.join(".", parts) + "." + name.replace("-", "");
    }

    /// `cron-backup` is of kind `CronBackup`.
    private static String kind(String name) {
        StringBuilder kind = new StringBuilder();
        for (String part : name.split("-", -1)) {
            kind.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        return kind.toString();
    }
}
