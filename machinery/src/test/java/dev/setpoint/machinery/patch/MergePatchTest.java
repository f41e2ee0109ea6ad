package dev.setpoint.machinery.patch;

import static dev.setpoint.machinery.patch.PatchAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.json.JsonObject;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {
    /// The examples of RFC 7386 that are about objects, and what Kubernetes makes of nulls in new lists.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'a':'b'}           | {'a':'c'}                 | {'a':'c'}
            {'a':'b'}           | {'b':'c'}                 | {'a':'b','b':'c'}
            {'a':'b'}           | {'a':null}                | {}
            {'a':'b','b':'c'}   | {'a':null}                | {'b':'c'}
            {'a':['b']}         | {'a':'c'}                 | {'a':'c'}
            {'a':'c'}           | {'a':['b']}               | {'a':['b']}
            {'a':{'b':'c'}}     | {'a':{'b':'d','c':null}}  | {'a':{'b':'d'}}
            {'a':[{'b':'c'}]}   | {'a':[1]}                 | {'a':[1]}
            {'e':null}          | {'a':1}                   | {'e':null,'a':1}
            {'a':{'b':1}}       | {'a':[1,null]}            | {'a':[1,null]}
            {}                  | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}
            {'a':1}             | {'a':[{'b':null,'c':1}]}  | {'a':[{'c':1}]}
            {'e':null}          | {'e':{'f':null}}          | {'e':{}}
            """)
    void mergesObjectsAndReplacesTheRest(String current, String patch, String result) {
        assertThat(patch(patch).apply(json(current))).isEqualTo(json(result));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'text' | error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}
            []     | error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}
            {bad   | error decoding patch: invalid character 'b' looking for beginning of object key string
            null   | Invalid JSON Patch
            """)
    void refusesWhatIsNoPatch(String text, String message) {
        PatchAssertions.refuses(() -> patch(text), new ApiError.BadRequest(message));
    }

    @Test
    void appliesAgainAfterAConflict() {
        Patch patch = patch("{'a':{'list':[{'x':1}]}}");
        JsonObject first = patch.apply(json("{}"));
        first.child("a").put("list", 0);
        assertThat(patch.apply(json("{}"))).isEqualTo(json("{'a':{'list':[{'x':1}]}}"));
    }

    @Test
    void tellsDuplicateFields() {
        assertThat(patch("{'data':{'a':1,'a':2}}").strictErrors()).containsExactly("duplicate field \"data.a\"");
    }

    private static Patch patch(String text) {
        return MergePatch.decode(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
