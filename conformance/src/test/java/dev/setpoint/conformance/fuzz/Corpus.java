package dev.setpoint.conformance.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// Good requests to begin with: those of the recorded conversations.
final class Corpus {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private Corpus() {}

    /// @param text of the body, with `${ns}` in it as in the path; empty for none
    record Sample(String method, String path, String mediaType, String text) {
        Sample in(String namespace) {
            return new Sample(method, filled(path, namespace), mediaType, filled(text, namespace));
        }

        private static String filled(String text, String namespace) {
            return text.replace("${ns}", namespace).replaceAll("\\$\\{[^}]*}", "1");
        }
    }

    static List<Sample> samples() {
        try {
            Path folder = Path.of(Objects.requireNonNull(Corpus.class.getResource("/golden/scenarios"))
                    .toURI());
            List<Sample> samples = new ArrayList<>();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    MAPPER.readTree(file.toFile()).path("steps").forEach(step -> addSample(step, samples));
                }
            }
            return samples;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void addSample(JsonNode step, List<Sample> samples) {
        if (step.has("path")) {
            String body = step.has("raw")
                    ? step.path("raw").asText()
                    : step.has("body") ? step.path("body").toString() : "";
            String mediaType = step.path("headers").path("Content-Type").asText("application/json");
            samples.add(new Sample(
                    step.path("method").asText("GET"),
                    step.path("path").asText().replaceFirst("\\?.*", ""),
                    body.isEmpty() ? "" : mediaType,
                    body.length() > 100_000 ? "" : body));
        }
    }
}
