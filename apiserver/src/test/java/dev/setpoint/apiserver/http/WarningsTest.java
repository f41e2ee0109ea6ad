package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;

class WarningsTest {
    @Test
    void quotesTheText() {
        HttpFields.Mutable headers = HttpFields.build();
        Warnings.add(List.of("unknown field \"spec.x\"", "two\nlines"), headers);
        assertThat(headers.getValuesList("Warning"))
                .containsExactly("299 - \"unknown field \\\"spec.x\\\"\"", "299 - \"two lines\"");
    }

    @Test
    void leavesOutWhatNoHeaderCanCarry() {
        HttpFields.Mutable headers = HttpFields.build();
        Warnings.add(List.of("unknown field \"sp\uFFFDc.\u00E9\""), headers);
        assertThat(headers.getValuesList("Warning")).containsExactly("299 - \"unknown field \\\"sp?c.?\\\"\"");
    }

    @Test
    void cutsOffWhatDoesNotFit() {
        HttpFields.Mutable headers = HttpFields.build();
        Warnings.add(List.of("a".repeat(4000), "b".repeat(4000), "c"), headers);
        assertThat(headers.getValuesList("Warning"))
                .containsExactly("299 - \"" + "a".repeat(4000) + "\"", "299 - \"" + "b".repeat(96) + "\"");
    }
}
