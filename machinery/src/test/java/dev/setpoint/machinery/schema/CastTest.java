package dev.setpoint.machinery.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CastTest {
    private static final Schema SPEC = Schema.struct(
            "core.v1.WidgetSpec",
            Merge.GRANULAR,
            () -> List.of(
                    new Field("count", Schema.scalar(Shape.INTEGER, "", "int32")),
                    new Field("total", Schema.scalar(Shape.INTEGER, "", "int64")),
                    new Field("name", Schema.scalar(Shape.TEXT)),
                    new Field("on", Schema.scalar(Shape.BOOLEAN)),
                    new Field("port", Schema.scalar(Shape.INT_OR_STRING)),
                    new Field("at", Schema.scalar(Shape.TIME)),
                    new Field("since", Schema.scalar(Shape.MICRO_TIME)),
                    new Field("data", Schema.map(Schema.scalar(Shape.BYTES), Merge.GRANULAR)),
                    new Field("limits", Schema.map(Schema.scalar(Shape.QUANTITY), Merge.GRANULAR)),
                    new Field("list", Schema.list(Schema.scalar(Shape.QUANTITY), Merge.ATOMIC))));
    private static final Schema WIDGET =
            Schema.struct("core.v1.Widget", Merge.GRANULAR, () -> List.of(new Field("spec", SPEC)));

    @Test
    void dropsWhatIsUnknownAndNull() {
        List<String> unknown = new ArrayList<>();
        JsonObject object = object("{'spec':{'name':'a','odd':{'x':1},'on':null},'more':1}");
        Cast.cast(object, WIDGET, unknown);
        assertThat(object).isEqualTo(object("{'spec':{'name':'a'}}"));
        assertThat(unknown).containsExactly("spec.odd", "more");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'limits':{'cpu':'0.5','memory':'1024Mi','pods':3,'x':1.5} | 'limits':{'cpu':'500m','memory':'1Gi','pods':'3','x':'1500m'}
            'limits':{'cpu':' 1 '}                                    | 'limits':{'cpu':'1'}
            'list':['1000m',null]                                     | 'list':['1','0']
            'at':'2026-01-01T02:00:00.5+02:00'                        | 'at':'2026-01-01T00:00:00Z'
            'at':'2026-01-01T00:00:00Z'                               | 'at':'2026-01-01T00:00:00Z'
            'since':'2026-01-01T02:00:00.123456+02:00'                | 'since':'2026-01-01T00:00:00.123456Z'
            'data':{'a':'YW\\nJj','b':'','c':'YR=='}                  | 'data':{'a':'YWJj','b':'','c':'YQ=='}
            'total':9223372036854775807                               | 'total':9223372036854775807
            'port':'http'                                             | 'port':'http'
            """)
    void writesScalarsInTheirOneForm(String given, String canonical) {
        JsonObject object = object("{'spec':{" + given + "}}");
        Cast.cast(object, WIDGET, new ArrayList<>());
        assertThat(object).isEqualTo(object("{'spec':{" + canonical + "}}"));
        Cast.cast(object, WIDGET, new ArrayList<>());
        assertThat(object).isEqualTo(object("{'spec':{" + canonical + "}}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'name':5                | json: cannot unmarshal number into Go struct field WidgetSpec.spec.name of type string
            'name':1.5              | json: cannot unmarshal number into Go struct field WidgetSpec.spec.name of type string
            'count':'5'             | json: cannot unmarshal string into Go struct field WidgetSpec.spec.count of type int32
            'count':1.5             | json: cannot unmarshal number 1.5 into Go struct field WidgetSpec.spec.count of type int32
            'count':2147483648      | json: cannot unmarshal number 2147483648 into Go struct field WidgetSpec.spec.count of type int32
            'on':'true'             | json: cannot unmarshal string into Go struct field WidgetSpec.spec.on of type bool
            'limits':[]             | json: cannot unmarshal array into Go struct field WidgetSpec.spec.limits of type map[string]resource.Quantity
            'limits':{'cpu':'much'} | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
            'limits':{'cpu':'1X'}   | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
            'limits':{'cpu':'1K'}   | unable to parse quantity's suffix
            'at':'soon'             | parsing time "soon" as "2006-01-02T15:04:05Z07:00": cannot parse "soon" as "2006"
            'since':'2026-01-01T00:00:00Z' | parsing time "2026-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"
            'data':{'a':'YWJ'}      | illegal base64 data at input byte 0
            'data':{'a':'YWJjYQ='}  | illegal base64 data at input byte 7
            'data':{'a':'Y?Jj'}     | illegal base64 data at input byte 1
            'data':{'a':'YQ==YQ=='} | illegal base64 data at input byte 4
            """)
    void refusesInTheWordsOfKubernetes(String given, String message) {
        assertThatThrownBy(() -> Cast.cast(object("{'spec':{" + given + "}}"), WIDGET, new ArrayList<>()))
                .isInstanceOf(WrongTypeException.class)
                .hasMessage(message);
    }

    private static JsonObject object(String json) {
        return JsonReader.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
