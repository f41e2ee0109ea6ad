package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class KnownTextTest {
    @Test
    void findsTheWordsOfTheVocabulary() {
        for (String word : List.of("kind", "metadata", "Always", "kubernetes.io/hostname", "f:", "apps/v1", "0")) {
            byte[] json = ("[\"" + word + "\"]").getBytes(StandardCharsets.US_ASCII);
            KnownText known = Objects.requireNonNull(KnownText.at(json, 2, word.length()), word);
            assertThat(known.name()).isSameAs(word); // A literal, so it is the JVM's one.
            assertThat(KnownText.of(word)).isSameAs(known);
            assertThat(known.written()).asString().isEqualTo(",\"" + word + "\":");
        }
    }

    /// What a client sends is not there for the next one: neither its names nor its values.
    @Test
    void remembersNothingThatClientsSend() {
        byte[] json = "{\"secretName7\":\"secretValue7\"}".getBytes(StandardCharsets.UTF_8);
        JsonObject first = CompactReader.object(json);
        JsonObject second = CompactReader.object(json);
        assertThat(second).isEqualTo(first);
        assertThat(second.nameAt(0)).isEqualTo("secretName7").isNotSameAs(first.nameAt(0));
        assertThat(second.get("secretName7")).isNotSameAs(first.get("secretName7"));
        assertThat(KnownText.of("secretName7")).isNull();
    }

    @Test
    void tellsTextsApartThatBeginAndEndAlike() {
        String word = "kubernetes.io/hostname";
        String other = "kubernetes.io-hostname";
        byte[] json = ("{\"" + word + "\":1,\"" + other + "\":2}").getBytes(StandardCharsets.UTF_8);
        JsonObject object = CompactReader.object(json);
        assertThat(object.nameAt(0)).isEqualTo(word);
        assertThat(object.nameAt(1)).isEqualTo(other);
    }
}
