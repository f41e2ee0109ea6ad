package dev.setpoint.machinery.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotedTest {
    @Test
    void leavesPrintableTextAlone() {
        assertThat(Quoted.of("a b/ü€😀")).isEqualTo("\"a b/ü€😀\"");
    }

    @Test
    void escapesQuotesAndControls() {
        assertThat(Quoted.of("\"\\\u0007\b\f\n\r\t\u000b\u0000\u007f"))
                .isEqualTo("\"\\\"\\\\\\a\\b\\f\\n\\r\\t\\v\\x00\\x7f\"");
    }

    @Test
    void escapesWhatCannotBeSeen() {
        assertThat(Quoted.of("\u00a0\u200b\ue000")).isEqualTo("\"\\u00a0\\u200b\\ue000\"");
        assertThat(Quoted.of(Character.toString(0xF0000))).isEqualTo("\"\\U000f0000\"");
    }
}
