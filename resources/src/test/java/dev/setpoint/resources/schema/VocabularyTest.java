package dev.setpoint.resources.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Field;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The parser knows the names of the built-in kinds' fields before it meets them.
class VocabularyTest {
    @Test
    void holdsTheNameOfEachFieldOfTheBuiltInKinds() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (String type : BuiltInSchemas.typeNames()) {
            for (Field field : Objects.requireNonNull(BuiltInSchemas.type(type)).fields()) {
                missing.add(field.name());
            }
        }
        missing.removeAll(words());
        assertThat(missing).isEmpty();
    }

    private static Set<String> words() throws IOException {
        try (InputStream in = Objects.requireNonNull(JsonObject.class.getResourceAsStream("vocabulary.txt"))) {
            return new LinkedHashSet<>(new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("# "))
                    .toList());
        }
    }
}
