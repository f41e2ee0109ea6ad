package dev.setpoint.machinery.patch;

import static dev.setpoint.machinery.patch.PatchAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.PatchStrategy;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergePatchTest {
    private static final Schema TEXT = Schema.scalar(Shape.TEXT);
    private static final Schema TEXTS = Schema.map(TEXT, Merge.GRANULAR);
    private static final Schema ENV =
            Schema.struct("Env", Merge.GRANULAR, () -> List.of(new Field("name", TEXT), new Field("value", TEXT)));
    private static final Schema CONTAINER = Schema.struct(
            "Container",
            Merge.GRANULAR,
            () -> List.of(
                    new Field("name", TEXT),
                    new Field("image", TEXT),
                    new Field("args", Schema.list(TEXT, Merge.ATOMIC)),
                    new Field("env", byName(ENV))));
    private static final Schema KIND = Schema.struct(
            "Kind",
            Merge.GRANULAR,
            () -> List.of(
                    new Field("data", TEXTS),
                    new Field("finalizers", Schema.list(TEXT, Merge.set().withPatch(List.of(PatchStrategy.MERGE), ""))),
                    new Field("containers", byName(CONTAINER)),
                    new Field("plain", Schema.list(CONTAINER, Merge.ATOMIC)),
                    new Field("whole", TEXTS.with(Merge.GRANULAR.withPatch(List.of(PatchStrategy.REPLACE), "")))));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'data':{'x':'1'}}              | {'data':{'y':'2'}}                                             | {'data':{'x':'1','y':'2'}}
            {'data':{'x':'1'}}              | {'data':{'x':null,'z':null}}                                   | {'data':{}}
            {'data':{'x':'1'}}              | {'data':null}                                                  | {}
            {'data':{'x':'1'}}              | {'data':5}                                                     | {'data':5}
            {}                              | {'data':{'x':null,'y':'2'}}                                    | {'data':{'y':'2'}}
            {'data':{'x':'1'}}              | {'data':{'$patch':'replace','z':'3'}}                          | {'data':{'z':'3'}}
            {'data':{'x':'1'}}              | {'data':{'$patch':'delete'}}                                   | {'data':{}}
            {}                              | {'data':{'$patch':'delete'}}                                   | {}
            {'whole':{'x':'1'}}             | {'whole':{'y':'2'}}                                            | {'whole':{'y':'2'}}
            {'data':{'x':'1','y':'2'}}      | {'data':{'$retainKeys':['y','z'],'z':'3'}}                     | {'data':{'y':'2','z':'3'}}
            {'data':{'x':'1','y':'2'}}      | {'data':{'$retainKeys':['y'],'x':null}}                        | {'data':{'y':'2'}}
            """)
    void mergesObjects(String current, String patch, String result) {
        checks(current, patch, result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'finalizers':['a','b']}        | {'$deleteFromPrimitiveList/finalizers':['a','x']}                  | {'finalizers':['b']}
            {}                              | {'$deleteFromPrimitiveList/finalizers':['a']}                      | {}
            {'finalizers':['b']}            | {'finalizers':['c']}                                               | {'finalizers':['c','b']}
            {'finalizers':['a','b']}        | {'finalizers':['b','c']}                                           | {'finalizers':['a','b','c']}
            {'finalizers':['c','b']}        | {'$setElementOrder/finalizers':['b','c']}                          | {'finalizers':['b','c']}
            {'finalizers':['s','b']}        | {'$setElementOrder/finalizers':['c','b'],'finalizers':['c']}       | {'finalizers':['c','s','b']}
            {}                              | {'$setElementOrder/finalizers':['c','b'],'finalizers':['c']}       | {'finalizers':['c']}
            {}                              | {'$setElementOrder/finalizers':['c','b']}                          | {}
            {'finalizers':['a','b']}        | {'$setElementOrder/finalizers':['b'],'$deleteFromPrimitiveList/finalizers':['a']} | {'finalizers':['b']}
            {'finalizers':['a']}            | {'finalizers':null}                                                | {}
            """)
    void mergesListsOfScalarsAsSets(String current, String patch, String result) {
        checks(current, patch, result);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'containers':[{'name':'a','image':'1'},{'name':'b'}]} | {'containers':[{'name':'a','image':'2'}]}                       | {'containers':[{'name':'a','image':'2'},{'name':'b'}]}
            {'containers':[{'name':'a'},{'name':'b'}]}             | {'containers':[{'name':'c'}]}                                   | {'containers':[{'name':'c'},{'name':'a'},{'name':'b'}]}
            {'containers':[{'name':'a'},{'name':'b'}]}             | {'containers':[{'$patch':'delete','name':'b'}]}                 | {'containers':[{'name':'a'}]}
            {'containers':[{'name':'a'},{'name':'b'}]}             | {'containers':[{'$patch':'replace'},{'name':'z'},{'name':'y'}]} | {'containers':[{'name':'z'},{'name':'y'}]}
            {'containers':[{'name':'a'},{'name':'b'}]}             | {'containers':[{'$patch':'replace'}]}                           | {'containers':[]}
            {'containers':[{'name':'a'},{'name':'b'},{'name':'c'}]}| {'containers':[{'name':'c'},{'name':'a'},{'name':'x'}]}         | {'containers':[{'name':'b'},{'name':'c'},{'name':'a'},{'name':'x'}]}
            {'containers':[{'name':'a','args':['x','y']}]}         | {'containers':[{'name':'a','args':['z']}]}                      | {'containers':[{'name':'a','args':['z']}]}
            {'containers':[{'name':'a','image':'1'}]}              | {'containers':[{'name':'a','image':null}]}                      | {'containers':[{'name':'a'}]}
            {}                                                     | {'containers':[{'name':'a','image':null},{'$patch':'delete','name':'b'}]} | {'containers':[{'name':'a'}]}
            {'plain':[{'name':'a'}]}                               | {'plain':[{'name':'b'}]}                                        | {'plain':[{'name':'b'}]}
            {'containers':[{'name':'c'},{'name':'a'}]}             | {'$setElementOrder/containers':[{'name':'a'},{'name':'c'}],'containers':[{'name':'c','image':'2'}]} | {'containers':[{'name':'a'},{'name':'c','image':'2'}]}
            {'containers':[{'name':'s'},{'name':'a'}]}             | {'$setElementOrder/containers':[{'name':'n'},{'name':'a'}],'containers':[{'name':'n'}]} | {'containers':[{'name':'n'},{'name':'s'},{'name':'a'}]}
            """)
    void mergesListsOfObjectsByTheirKey(String current, String patch, String result) {
        checks(current, patch, result);
    }

    @Test
    void mergesListsInsideElements() {
        checks(
                "{'containers':[{'name':'a','env':[{'name':'A','value':'1'},{'name':'B','value':'2'}]}]}",
                "{'containers':[{'name':'a','env':[{'name':'B','value':'9'},{'name':'C','value':'3'}]}]}",
                "{'containers':[{'name':'a','env':[{'name':'A','value':'1'},{'name':'B','value':'9'},"
                        + "{'name':'C','value':'3'}]}]}");
        checks(
                "{'containers':[{'name':'a','env':[{'name':'A','value':'1'}]}]}",
                "{'containers':[{'name':'a','env':[{'$patch':'replace'},{'name':'Z','value':'0'}]}]}",
                "{'containers':[{'name':'a','env':[{'name':'Z','value':'0'}]}]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'data':{'$patch':'odd'}}                                      | unknown patch type: odd in map: map[$patch:odd]
            {'containers':[{'image':'x'}]}                                 | map: map[image:x] does not contain declared merge key: name
            {'containers':[{'$patch':'delete'}]}                           | map: map[$patch:delete] does not contain declared merge key: name
            {'containers':[{'$patch':'merge','name':'a'}]}                 | merging lists cannot yet be specified in the patch
            {'containers':[{'$patch':'odd','name':'a'}]}                   | unknown patch type: odd in map: map[$patch:odd name:a]
            {'containers':['x']}                                           | list element types are not identical: [[map[name:a]] [x]]
            {'$setElementOrder/containers':5}                              | expected a []interface {}, but received a int64
            """)
    void answersSomeMistakesAsFailuresOfItsOwn(String patch, String message) {
        refuses(patch, new ApiError.Unclassified(message));
    }

    @Test
    void refusesAnOrderThatThePatchContradicts() {
        refuses(
                "{'$setElementOrder/finalizers':['a','b'],'finalizers':['b','a']}",
                new ApiError.Unclassified(
                        "The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'data':{'$retainKeys':['x'],'y':'2'}}   | invalid patch format of retainKeys
            {'data':{'$retainKeys':'x'}}             | invalid patch format of retainKeys
            {'$deleteFromPrimitiveList':['x']}       | invalid patch format of primitive list
            {'$setElementOrder':['x']}               | invalid patch format of setElementOrder list
            'text'                                   | json: cannot unmarshal string into Go value of type map[string]interface {}
            {bad                                     | invalid character 'b' looking for beginning of object key string
            """)
    void refusesWhatIsNoPatch(String patch, String message) {
        refuses(patch, new ApiError.BadRequest(message));
    }

    @Test
    void rejectsListsOfLists() {
        refuses("{'finalizers':[['x']]}", new ApiError.Rejected());
    }

    @Test
    void appliesAgainAfterAConflict() {
        Patch patch = patch("{'$setElementOrder/containers':[{'name':'a'}],'containers':[{'name':'a','image':'2'}]}");
        String current = "{'containers':[{'name':'b'},{'name':'a'}]}";
        JsonObject first = patch.apply(json(current));
        String shown = first.toString();
        Objects.requireNonNull(first.array("containers")).objects().forEach(container -> container.put("image", "3"));
        assertThat(patch.apply(json(current))).hasToString(shown);
    }

    @Test
    void quotesItselfAsTheApiServerDoes() {
        assertThat(patch("{'data':5}")).hasToString("map[data:5]");
        assertThat(patch("{'data':{'a':1,'a':2}}").strictErrors()).containsExactly("duplicate field \"data.a\"");
    }

    private static Schema byName(Schema element) {
        return Schema.list(element, Merge.keyed("name").withPatch(List.of(PatchStrategy.MERGE), "name"));
    }

    private static void checks(String current, String patch, String result) {
        assertThat(patch(patch).apply(json(current))).isEqualTo(json(result));
    }

    private static void refuses(String patch, ApiError error) {
        JsonObject current = json("{'data':{'x':'1'},'finalizers':['a'],'containers':[{'name':'a'}]}");
        PatchAssertions.refuses(() -> patch(patch).apply(current), error);
    }

    private static Patch patch(String text) {
        return StrategicMergePatch.decode(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), KIND);
    }
}
