package dev.setpoint.machinery.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldSetTest {
    private static final List<String> STEPS =
            List.of("f:a", "f:b", "f:name", "k:{\"name\":\"a\"}", "k:{\"port\":80}", "v:\"x\"", "i:0", "i:10");

    /// Against sets of whole paths, for which the library of the JDK answers.
    @Test
    void combinesAsPlainSetsDo() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            FieldSet one = FieldSet.parse(tree(random, 0));
            FieldSet other = FieldSet.parse(tree(random, 0));
            assertThat(paths(one.union(other)))
                    .as("union, seed " + seed)
                    .isEqualTo(combined(one, other, (into, more) -> into.addAll(more)));
            assertThat(paths(one.intersection(other)))
                    .as("intersection, seed " + seed)
                    .isEqualTo(combined(one, other, (into, more) -> into.retainAll(more)));
            assertThat(paths(one.difference(other)))
                    .as("difference, seed " + seed)
                    .isEqualTo(combined(one, other, (into, more) -> into.removeAll(more)));
            assertThat(FieldSet.parse(one.toJson())).as("seed " + seed).isEqualTo(one);
            assertThat(one.difference(one)).isEqualTo(FieldSet.EMPTY);
            assertThat(one.equals(other)).isEqualTo(paths(one).equals(paths(other)));
        }
    }

    @Test
    void writesPlacesInOrderWithThemselvesFirst() {
        FieldSet set = FieldSet.parse(
                json(
                        "{'f:spec':{'f:replicas':{},'f:ports':{'k:{\\'port\\':80}':{'.':{},'f:name':{}},'.':{}}},'f:data':{}}"));
        assertThat(set.paths())
                .containsExactly(
                        ".data", ".spec.ports", ".spec.ports[port=80]", ".spec.ports[port=80].name", ".spec.replicas");
        assertThat(set.toJson().toString().replace('"', '\''))
                .isEqualTo("{'f:data':{},'f:spec':{'f:ports':{'.':{},'k:{\\'port\\':80}':{'.':{},'f:name':{}}},"
                        + "'f:replicas':{}}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"b":1,"a":"x"}        | {"a":"x","b":1}
            { "name" : "a" }       | {"name":"a"}
            {"name":"\\u0061"}     | {"name":"a"}
            {"name":"a\\"b"}       | {"name":"a\\"b"}
            {"name":"ü"}           | {"name":"ü"}
            {"name":""}            | {"name":""}
            {"name":"a","x":"b"}   | {"name":"a","x":"b"}
            """)
    void writesAKeyInOneWay(String written, String expected) {
        assertThat(PathElement.parse("k:" + written).text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'spec':{}}", "{'f:spec':5}", "{'x:spec':{}}", "{'i:one':{}}", "{'k:5':{}}"})
    void refusesWhatIsNoSet(String text) {
        assertThatThrownBy(() -> FieldSet.parse(json(text))).isInstanceOf(MalformedJsonException.class);
    }

    private interface Combination {
        void apply(Set<String> into, Set<String> other);
    }

    private static Set<String> combined(FieldSet one, FieldSet other, Combination combination) {
        Set<String> result = paths(one);
        combination.apply(result, paths(other));
        return result;
    }

    private static Set<String> paths(FieldSet set) {
        return new TreeSet<>(set.paths());
    }

    private static JsonObject tree(Random random, int depth) {
        JsonObject json = new JsonObject();
        List<String> steps = new ArrayList<>(STEPS);
        int count = random.nextInt(depth == 0 ? 0 : 1, 4);
        for (int i = 0; i < count; i++) {
            JsonObject child = depth < 3 && random.nextBoolean() ? tree(random, depth + 1) : new JsonObject();
            if (random.nextBoolean()) {
                child.put(".", new JsonObject());
            }
            json.put(steps.remove(random.nextInt(steps.size())), child);
        }
        return json;
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace("\\'", "\\\"").replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
