package dev.setpoint.machinery.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSelectorTest {
    private static final Map<String, String> FIELDS = Map.of("metadata.name", "a", "x", "1,2=\\3");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "metadata.name=a",
                "metadata.name==a",
                "metadata.name!=b,metadata.name!=c",
                "spec.nodeName=",
                "spec.nodeName!=n",
                "x=1\\,2\\=\\\\3"
            })
    void selects(String text) {
        assertThat(FieldSelector.parse(text).matches(name -> FIELDS.getOrDefault(name, "")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata.name=b", "metadata.name!=a", "metadata.name=a,spec.nodeName=n", "x=1"})
    void passesOver(String text) {
        assertThat(FieldSelector.parse(text).matches(name -> FIELDS.getOrDefault(name, "")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            metadata.name | invalid selector: 'metadata.name'; can't understand 'metadata.name'
            a=b,c         | invalid selector: 'a=b,c'; can't understand 'c'
            a=b=c         | invalid field selector: unescaped character in value: 61
            a=b\\c        | invalid field selector: invalid escape sequence: \\c
            a=b\\         | invalid field selector: invalid escape sequence: \\
            """)
    void refusesInTheWordsOfKubernetes(String text, String message) {
        assertThatThrownBy(() -> FieldSelector.parse(text))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessage(message);
    }

    @Test
    void tellsWhatItPins() {
        FieldSelector selector = FieldSelector.parse("spec.nodeName=node-1,metadata.name!=x");
        assertThat(selector.pinned("spec.nodeName")).contains("node-1");
        assertThat(selector.pinned("metadata.name")).isEmpty();
        assertThat(selector.pinned("other")).isEmpty();
    }

    @Test
    void hasOneTextForOneMeaning() {
        FieldSelector selector = FieldSelector.parse("b==1\\,2,a!=\\\\");
        assertThat(selector).hasToString("a!=\\\\,b=1\\,2").isEqualTo(FieldSelector.parse(selector.toString()));
        assertThat(selector.terms())
                .containsExactly(new FieldSelector.Term("a", false, "\\"), new FieldSelector.Term("b", true, "1,2"));
    }
}
