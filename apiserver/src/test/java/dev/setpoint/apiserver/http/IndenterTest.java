package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IndenterTest {
    @Test
    void indentsObjectsAndArraysByTwo() throws IOException {
        assertThat(indent("{\"a\":[1,{\"b\":true}],\"c\":{}}")).isEqualTo("""
                        {
                          "a": [
                            1,
                            {
                              "b": true
                            }
                          ],
                          "c": {}
                        }""");
    }

    @Test
    void leavesTextAlone() throws IOException {
        assertThat(indent("{\"a\":\"x:{[,]}\\\"\\\\\",\"b\":[]}")).isEqualTo("""
                        {
                          "a": "x:{[,]}\\"\\\\",
                          "b": []
                        }""");
    }

    @Test
    void keepsScalars() throws IOException {
        assertThat(indent("\"x\"")).isEqualTo("\"x\"");
        assertThat(indent("[]")).isEqualTo("[]");
    }

    private static String indent(String json) throws IOException {
        ByteArrayOutputStream collected = new ByteArrayOutputStream();
        try (Indenter indenter = new Indenter(collected)) {
            indenter.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return collected.toString(StandardCharsets.UTF_8);
    }
}
