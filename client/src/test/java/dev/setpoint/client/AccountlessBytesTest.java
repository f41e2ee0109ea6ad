package dev.setpoint.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountlessBytesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '\0',
            value = {
                "{\"metadata\":{\"managedFields\":[{}]}} {\"metadata\":{}}",
                "{\"metadata\":{\"managedFields\":[{}],\"a\":1}} {\"metadata\":{\"a\":1}}",
                "{\"metadata\":{\"a\":1,\"managedFields\":[{}]}} {\"metadata\":{\"a\":1}}",
                "{\"kind\":\"K\",\"metadata\":{\"a\":{\"b\":[1,{}]},\"managedFields\":[{\"f\":{\"k:{\\\"u\\\"}]\":{}}}],"
                        + "\"c\":true},\"spec\":{}} "
                        + "{\"kind\":\"K\",\"metadata\":{\"a\":{\"b\":[1,{}]},\"c\":true},\"spec\":{}}",
                "{\"metadata\":{\"managedFields\":null,\"a\":1}} {\"metadata\":{\"a\":1}}",
            })
    void cutsTheAccount(String json, String expected) {
        assertThat(cut(json)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"metadata\":{}}",
                "{\"metadata\":{\"name\":\"managedFields\"},\"managedFields\":[1]}",
                "{\"spec\":{\"metadata\":{\"managedFields\":[1]}}}",
                "{\"metadata\":{\"annotations\":{\"managedFields\":\"kept\"}}}",
                "{\"metadata\":{\"annotations\":{\"last\":\"{\\\"managedFields\\\":[1]}\"}}}",
                "{ \"metadata\" : { \"managedFields\" : [] } }",
                "{\"metadata\":{\"managedFields\":[",
                "{\"metadata\":{\"na",
                "[]",
                "",
            })
    void leavesEverythingElseAlone(String json) {
        assertThat(cut(json)).isEqualTo(json);
    }

    @Test
    void givesTheSameBytesWhenThereIsNothingToCut() {
        byte[] json = "{\"metadata\":{\"name\":\"p\"}}".getBytes(StandardCharsets.UTF_8);
        assertThat(AccountlessBytes.of(json)).isSameAs(json);
    }

    private static String cut(String json) {
        return new String(AccountlessBytes.of(json.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }
}
