package dev.setpoint.machinery.patch;

import static dev.setpoint.machinery.patch.PatchAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPatchTest {
    private static final String DOCUMENT = "{'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2,3],'n':null}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'op':'add','path':'/data/z','value':'n'}          | {'data':{'x':'1','y':'2','a/b':'s','t~':'u','z':'n'},'list':[1,2,3],'n':null}
            {'op':'add','path':'/data','value':{}}             | {'data':{},'list':[1,2,3],'n':null}
            {'op':'add','path':'/list/1','value':9}            | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,9,2,3],'n':null}
            {'op':'add','path':'/list/3','value':9}            | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2,3,9],'n':null}
            {'op':'add','path':'/list/-','value':9}            | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2,3,9],'n':null}
            {'op':'add','path':'/list/-2','value':9}           | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2,9,3],'n':null}
            {'op':'add','path':'/v'}                           | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2,3],'n':null,'v':null}
            {'op':'remove','path':'/data'}                     | {'list':[1,2,3],'n':null}
            {'op':'remove','path':'/data/a~1b'}                | {'data':{'x':'1','y':'2','t~':'u'},'list':[1,2,3],'n':null}
            {'op':'remove','path':'/data/t~0'}                 | {'data':{'x':'1','y':'2','a/b':'s'},'list':[1,2,3],'n':null}
            {'op':'remove','path':'/list/-1'}                  | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2],'n':null}
            {'op':'replace','path':'/list/0','value':[7]}      | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[[7],2,3],'n':null}
            {'op':'replace','path':'/new','value':1}           | {'data':{'x':'1','y':'2','a/b':'s','t~':'u'},'list':[1,2,3],'n':null,'new':1}
            {'op':'replace','path':'','value':{'all':'new'}}   | {'all':'new'}
            {'op':'move','from':'/data/x','path':'/list/0'}    | {'data':{'y':'2','a/b':'s','t~':'u'},'list':['1',1,2,3],'n':null}
            {'op':'copy','from':'/list','path':'/data/l'}      | {'data':{'x':'1','y':'2','a/b':'s','t~':'u','l':[1,2,3]},'list':[1,2,3],'n':null}
            """)
    void appliesOneOperation(String operation, String result) {
        assertThat(patch("[" + operation + "]").apply(json(DOCUMENT))).isEqualTo(json(result));
    }

    /// Text counts as checked for the place where it stands, and passes there for what it is not.
    @ParameterizedTest
    @ValueSource(strings = {"move", "copy"})
    void whatIsPutElsewhereIsNoLongerText(String operation) {
        JsonObject document = json("{'a':{'b':{'c':'" + "x".repeat(200) + "'}},'d':{}}");
        JsonObject outline = CompactReader.outline(JsonWriter.bytes(document));
        assertThat(outline.child("a").unread()).isNotNull();

        JsonObject patched =
                patch("[{'op':'" + operation + "','from':'/a','path':'/d/e'}]").apply(outline);

        assertThat(patched.child("d").child("e").unread()).isNull();
        assertThat(patched.child("d").child("e").child("b").unread()).isNull();
        assertThat(patched.child("d").child("e")).isEqualTo(document.child("a"));
    }

    @Test
    void appliesOperationsInOrder() {
        Patch patch = patch("[{'op':'test','path':'/data/x','value':'1'},{'op':'replace','path':'/data/x','value':'9'},"
                + "{'op':'remove','path':'/data/y'},{'op':'test','path':'/data/x','value':'9'}]");
        assertThat(patch.apply(json("{'data':{'x':'1','y':'2'}}"))).isEqualTo(json("{'data':{'x':'9'}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'op':'test','path':'/n','value':null}",
                "{'op':'test','path':'/absent'}",
                "{'op':'test','path':'/list','value':[1,2,3]}",
                "{'op':'test','path':'/list/-1','value':3}",
                "{'op':'test','path':'','value':{'n':null,'list':[1,2,3],'data':{'y':'2','x':'1','a/b':'s','t~':'u'}}}"
            })
    void testsThatHoldChangeNothing(String operation) {
        assertThat(patch("[" + operation + "]").apply(json(DOCUMENT))).isEqualTo(json(DOCUMENT));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'op':'test','path':'/data/x','value':'no'}",
                "{'op':'test','path':'/data/x'}",
                "{'op':'remove','path':'/data/none'}",
                "{'op':'remove','path':'/list/3'}",
                "{'op':'remove','path':'/list/-4'}",
                "{'op':'add','path':'/list/4','value':1}",
                "{'op':'add','path':'/list/x','value':1}",
                "{'op':'add','path':'/list/01x','value':1}",
                "{'op':'add','path':'','value':{}}",
                "{'op':'add','path':'data','value':{}}",
                "{'op':'add','path':'/none/deep','value':1}",
                "{'op':'add','path':'/data/x/deep','value':1}",
                "{'op':'replace','path':'/nope/deep','value':1}",
                "{'op':'replace','path':'/list/3','value':1}",
                "{'op':'replace','path':'','value':[]}",
                "{'op':'move','from':'/none','path':'/x'}",
                "{'op':'move','path':'/x'}",
                "{'op':'copy','from':'/list/9','path':'/x'}",
                "{'op':'frob','path':'/x'}",
                "{'path':'/x'}",
                "null"
            })
    void rejectsWhatDoesNotFit(String operation) {
        PatchAssertions.refuses(() -> patch("[" + operation + "]").apply(json(DOCUMENT)), new ApiError.Rejected());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'op':'x'}       | error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp
            [{               | error decoding patch: unexpected end of JSON input
            ['x']            | error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp
            [{'op':5}]       | error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string
            """)
    void refusesWhatIsNoPatch(String text, String message) {
        PatchAssertions.refuses(() -> patch(text), new ApiError.BadRequest(message));
    }

    @Test
    void boundsTheNumberOfOperations() {
        String operation = "{'op':'add','path':'/x','value':1}";
        String most = (operation + ",").repeat(JsonPatch.MAX_OPERATIONS - 1) + operation;
        assertThat(patch("[" + most + "]").apply(json("{}"))).isEqualTo(json("{'x':1}"));
        PatchAssertions.refuses(
                () -> patch("[" + most + "," + operation + "]"),
                new ApiError.TooLarge("The allowed maximum operations in a JSON patch is 10000, got 10001"));
    }

    @Test
    void boundsWhatCopiesAdd() {
        StringBuilder doubling =
                new StringBuilder("[{'op':'add','path':'/l','value':['%s']}".formatted("x".repeat(1000)));
        for (int i = 0; i < 40; i++) {
            doubling.append(",{'op':'copy','from':'/l','path':'/l/-'}");
        }
        assertThatThrownBy(() -> patch(doubling + "]").apply(json("{}"))).hasMessageContaining("rejected");
    }

    @Test
    void tellsFieldsThatOperationsDoNotHave() {
        assertThat(patch("[{'op':'add','path':'/x','value':1,'why':2},{'op':'add','op':'add','path':'/y'}]")
                        .strictErrors())
                .containsExactly("json patch duplicate field \"[1].op\"", "json patch unknown field \"[0].why\"");
    }

    private static Patch patch(String text) {
        return JsonPatch.decode(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
