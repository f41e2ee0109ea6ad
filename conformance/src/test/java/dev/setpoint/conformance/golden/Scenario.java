package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A short sequence of requests, and what Kubernetes answered to each.
///
/// @param name as `apply/conflict`
/// @param source the scenario as it is written
record Scenario(String name, JsonNode source, List<Step> steps) {
    static final ObjectMapper MAPPER = JsonMapper.builder().build();

    /// @param request what is sent and how the answer is looked at; the keys are described in the README there
    /// @param recorded the normalised answer, or null where none is compared
    record Step(String name, JsonNode request, JsonNode recorded) {}

    /// Serial ones run when no other does.
    boolean isSerial() {
        return source.path("serial").asBoolean();
    }

    boolean keepsManagedFields(Step step) {
        JsonNode own = step.request().path("managedFields");
        return own.isMissingNode() ? source.path("managedFields").asBoolean() : own.asBoolean();
    }

    /// All that lie in the test resources, by name.
    static List<Scenario> all() {
        Path folder = folder();
        try (Stream<Path> files = Files.walk(folder.resolve("scenarios"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(file -> load(folder, file))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Scenario load(Path folder, Path file) {
        String relative = folder.resolve("scenarios").relativize(file).toString();
        JsonNode source = read(file);
        JsonNode recorded = read(folder.resolve("recordings").resolve(relative)).path("steps");
        List<Step> steps = new ArrayList<>();
        for (JsonNode request : source.path("steps")) {
            JsonNode answer = recorded.path(steps.size());
            if (!answer.path("name").equals(request.path("name"))) {
                throw new IllegalStateException(relative + ": recording of " + answer.path("name") + " (expected: "
                        + request.path("name") + ")");
            }
            steps.add(new Step(request.path("name").asText(), request, answer.path("response")));
        }
        return new Scenario(relative.substring(0, relative.length() - ".json".length()), source, steps);
    }

    static Path folder() {
        URL url = Objects.requireNonNull(Scenario.class.getResource("/golden"), "no golden folder in the resources");
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode read(Path file) {
        try {
            return MAPPER.readTree(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
