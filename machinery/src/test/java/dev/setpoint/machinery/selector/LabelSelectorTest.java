package dev.setpoint.machinery.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {
    private static final Map<String, String> LABELS = Map.of("app", "web", "tier", "2", "empty", "", "ex.com/k", "v");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "app=web",
                "app==web",
                "app = web , tier=2",
                "app!=db",
                "other!=x",
                "app in (db, web)",
                "app notin (db)",
                "other notin (a,b)",
                "app",
                "!other",
                "empty=",
                "empty in ()",
                "empty in (,x)",
                "ex.com/k=v",
                "tier>1",
                "tier<10,tier>0",
                "app=web,tier in (1,2),!canary",
            })
    void selects(String text) {
        assertThat(LabelSelector.parse(text).matches(LABELS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app=db",
                "app=web,tier=3",
                "app!=web",
                "app in (db)",
                "app notin (web,db)",
                "other",
                "!app",
                "other=",
                "app>1",
                "tier>2",
                "tier<2",
                "other<5",
                "empty in (x)"
            })
    void passesOver(String text) {
        assertThat(LabelSelector.parse(text).matches(LABELS)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a in (b          | unable to parse requirement: found '', expected: ',' or ')'
            a=b c            | found 'c', expected: ',' or 'end of string'
            !!x              | unable to parse requirement: found '!', expected: identifier
            ,                | found ',', expected: !, identifier, or 'end of string'
            a,               | found '', expected: identifier after ','
            a b              | unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt
            a in b           | unable to parse requirement: found 'b' expected: '('
            a in (=)         | unable to parse requirement: found '=', expected: ',', ')' or identifier
            a in (b,         | unable to parse requirement: found '', expected: ',', or identifier
            a==(             | unable to parse requirement: found '(', expected: identifier
            !a=b             | found '=', expected: ',' or 'end of string'
            a>x              | unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer
            """)
    void refusesInTheWordsOfKubernetes(String text, String message) {
        assertThatThrownBy(() -> LabelSelector.parse(text))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessage(message);
    }

    @Test
    void refusesKeysAndValuesThatNoLabelHas() {
        assertThatThrownBy(() -> LabelSelector.parse("a/b/c=d"))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessageStartingWith(
                        "unable to parse requirement: <nil>: Invalid value: \"a/b/c\": a valid label key");
        assertThatThrownBy(() -> LabelSelector.parse("a in (-x,ok)"))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessageStartingWith(
                        "unable to parse requirement: values[0][a]: Invalid value: \"-x\": a valid label must");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            b=1,a        | a,b=1
            x in (b,a,b) | x in (a,b)
            x==y         | x=y
            x notin ( )  | x notin ()
            !z,y>3       | y>3,!z
            """)
    void hasOneTextForOneMeaning(String text, String canonical) {
        assertThat(LabelSelector.parse(text)).hasToString(canonical);
        assertThat(LabelSelector.parse(canonical)).isEqualTo(LabelSelector.parse(text));
    }

    @Test
    void readsSelectorsOfObjects() {
        LabelSelector selector = object("""
                {"matchLabels":{"app":"web"},"matchExpressions":[
                  {"key":"tier","operator":"In","values":["1","2"]},
                  {"key":"other","operator":"NotIn","values":["x"]},
                  {"key":"empty","operator":"Exists"},
                  {"key":"canary","operator":"DoesNotExist"}]}""");
        assertThat(selector.matches(LABELS)).isTrue();
        assertThat(selector).hasToString("app=web,!canary,empty,other notin (x),tier in (1,2)");
    }

    @Test
    void anAbsentSelectorSelectsNothingAndAnEmptyOneEverything() {
        assertThat(LabelSelector.of((JsonObject) null).matches(LABELS)).isFalse();
        assertThat(object("{}").matches(Map.of())).isTrue();
        assertThat(object("{}").isEverything()).isTrue();
        assertThat(LabelSelector.NOTHING.isEverything()).isFalse();
    }

    @Test
    void refusesUnsoundSelectorsOfObjects() {
        assertThatThrownBy(() -> object("{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Near\"}]}"))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessage("\"Near\" is not a valid label selector operator");
        assertThatThrownBy(() -> object("{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\"}]}"))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessage("values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty");
        assertThatThrownBy(() ->
                        object("{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"values\":[\"b\"]}]}"))
                .isInstanceOf(MalformedSelectorException.class)
                .hasMessage("values: Invalid value: [\"b\"]: values set must be empty for exists and does not exist");
    }

    @Test
    void tellsWhatItPins() {
        LabelSelector selector = LabelSelector.parse("a=1,b in (2),c in (3,4),d!=5,e");
        assertThat(selector.pinned("a")).contains("1");
        assertThat(selector.pinned("b")).contains("2");
        assertThat(selector.pinned("c")).isEmpty();
        assertThat(selector.pinned("d")).isEmpty();
        assertThat(selector.pinned("e")).isEmpty();
    }

    @Test
    void selectsByExactLabels() {
        assertThat(LabelSelector.ofLabels(Map.of("app", "web", "tier", "2")).matches(LABELS))
                .isTrue();
        assertThat(LabelSelector.ofLabels(Map.of("app", "db")).matches(LABELS)).isFalse();
        assertThat(LabelSelector.ofLabels(Map.of())).isEqualTo(LabelSelector.EVERYTHING);
    }

    private static LabelSelector object(String json) {
        return LabelSelector.of(JsonReader.object(json.getBytes(StandardCharsets.UTF_8)));
    }
}
