package dev.setpoint.conformance.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.setpoint.cli.Setpoint;
import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/// The path of somebody who writes an operator: a new project, its tests, its run.
@ExtendWith(ClusterExtension.class)
@Timeout(600)
class NewOperatorIT {
    private static final String PACKAGE = "com.example.website";
    private static final long PATIENCE_SECONDS = 60;
    private static final String WEBSITE = """
            apiVersion: example.com/v1
            kind: Website
            metadata: {name: example, namespace: default}
            spec: {image: "nginx:1.27", replicas: 2}
            """;

    @TempDir
    Path folder;

    @Test
    void aNewOperatorPassesItsTestsAndRuns(Cluster cluster) throws Exception {
        generate();
        Path classes = compile();

        TestExecutionSummary summary = test(classes, "WebsiteTest", "WebsiteSimulationTest");
        assertThat(summary.getFailures()).isEmpty();
        assertThat(summary.getTestsSucceededCount()).isEqualTo(3);

        Files.copy(cluster.kubeconfig(), folder.resolve("kubeconfig"));
        Process operator = java(classes, PACKAGE + ".Main")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try (KubernetesClient client = client(cluster)) {
            client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName("websites.example.com")
                    .waitUntilCondition(
                            found -> found != null
                                    && found.getStatus() != null
                                    && found.getStatus().getConditions() != null
                                    && found.getStatus().getConditions().stream()
                                            .anyMatch(condition ->
                                                    condition.getType().equals("Established")),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
            client.load(new ByteArrayInputStream(WEBSITE.getBytes(UTF_8))).create();
            client.genericKubernetesResources("example.com/v1", "Website")
                    .inNamespace("default")
                    .withName("example")
                    .waitUntilCondition(
                            found -> found != null && Objects.equals(2, found.get("status", "readyReplicas")),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
        } finally {
            operator.destroy();
        }
        assertThat(operator.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(operator.exitValue()).as("it ends in order").isZero();
    }

    /// With Maven, offline: everything that it needs came with our own build.
    @Test
    @EnabledIfSystemProperty(named = "setpoint.nightly", matches = "true")
    void aNewOperatorBuildsWithMaven() throws Exception {
        generate();
        Path root = Path.of("..").toAbsolutePath().normalize();
        Process maven = new ProcessBuilder(
                        root.resolve("mvnw").toString(),
                        "-B",
                        "-o",
                        "-f",
                        project().resolve("pom.xml").toString(),
                        "-Dmaven.repo.local.tail=" + artifacts(root),
                        "package")
                .redirectErrorStream(true)
                .start();
        String output = new String(maven.getInputStream().readAllBytes(), UTF_8);
        assertThat(maven.waitFor()).as(output).isZero();
        assertThat(project().resolve("target/website-operator.jar")).exists();
    }

    /// Our jars and poms as a repository.
    private Path artifacts(Path root) throws IOException {
        Path repository = folder.resolve("repository");
        put(repository, "setpoint", "pom", root.resolve("pom.xml"));
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.filter(each -> Files.exists(each.resolve("pom.xml")))
                    .toList()) {
                String artifact = "setpoint-" + module.getFileName();
                Path jar = module.resolve("target").resolve(artifact + "-0.1.0-SNAPSHOT.jar");
                if (Files.exists(jar)) {
                    put(repository, artifact, "pom", module.resolve("pom.xml"));
                    put(repository, artifact, "jar", jar);
                }
            }
        }
        return repository;
    }

    private static void put(Path repository, String artifact, String type, Path file) throws IOException {
        Path place = repository.resolve("dev/setpoint").resolve(artifact).resolve("0.1.0-SNAPSHOT");
        Files.createDirectories(place);
        Files.copy(file, place.resolve(artifact + "-0.1.0-SNAPSHOT." + type));
    }

    private Path project() {
        return folder.resolve("website-operator");
    }

    private void generate() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Setpoint.class.getName(),
                        "new",
                        "operator",
                        "website")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).startsWith("wrote website-operator");
    }

    /// With the compiler's own warnings, and what the build makes beside the classes.
    private Path compile() throws IOException, InterruptedException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all,-processing,-classfile,-path",
                "-Werror",
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path")));
        try (Stream<Path> sources = Files.walk(project().resolve("src"))) {
            sources.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        int result = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).isZero();
        Process definition =
                java(classes, PACKAGE + ".Definition", classes.toString()).start();
        assertThat(definition.waitFor()).isZero();
        return classes;
    }

    private ProcessBuilder java(Path classes, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(program(), "-cp", classes + ":" + System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
        return builder;
    }

    private static String program() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static TestExecutionSummary test(Path classes, String... names) throws Exception {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        URL[] place = {URI.create(classes.toUri() + "/").toURL()};
        try (URLClassLoader loader = new URLClassLoader(place, NewOperatorIT.class.getClassLoader())) {
            LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
            for (String name : names) {
                request.selectors(selectClass(loader.loadClass(PACKAGE + "." + name)));
            }
            LauncherFactory.create().execute(request.build(), listener);
        }
        return listener.getSummary();
    }

    private static KubernetesClient client(Cluster cluster) throws IOException {
        Config config = Config.fromKubeconfig(Files.readString(cluster.kubeconfig()));
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
