package dev.setpoint.resources.structural;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchemaValidationTest {
    private static final Structural SCHEMA = Structural.of(json("""
            {'type':'object','properties':{'spec':{'type':'object','required':['name'],'properties':{
              'name':{'type':'string','minLength':2,'maxLength':4,'pattern':'^x'},
              'size':{'type':'integer','minimum':1,'maximum':5},
              'half':{'type':'number','multipleOf':0.5},
              'mode':{'type':'string','enum':['a','b']},
              'any':{'x-kubernetes-int-or-string':true},
              'map':{'type':'object','additionalProperties':{'type':'boolean'}},
              'when':{'type':'string','format':'date-time'},
              'either':{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},
                        'oneOf':[{'required':['a']},{'required':['b']}]},
              'set':{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}},
              'list':{'type':'array','maxItems':2,'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],
                      'items':{'type':'object','properties':{'k':{'type':'string'},'v':{'type':'integer','maximum':3}}}}
            }}}}"""));

    @Test
    void findsNothingWrongWithWhatIsRight() {
        assertThat(errors("{'spec':{'name':'xy','size':5,'half':1.5,'mode':'b','any':'1','map':{'k':true},"
                        + "'when':'2026-01-01T00:00:00Z','either':{'a':''}}}"))
                .isEmpty();
    }

    @Test
    void speaksAsKubernetesDoes() {
        assertThat(errors("{'spec':{}}")).containsExactly("spec.name: Required value");
        assertThat(errors("{'spec':{'name':'xy','size':9}}"))
                .containsExactly("spec.size: Invalid value: 9: spec.size in body should be less than or equal to 5");
        assertThat(errors("{'spec':{'name':'xy','mode':'c'}}"))
                .containsExactly("spec.mode: Unsupported value: \"c\": supported values: \"a\", \"b\"");
        assertThat(errors("{'spec':{'name':'xtoolong'}}"))
                .containsExactly("spec.name: Too long: may not be more than 4 bytes");
        assertThat(errors("{'spec':{'name':'xy','any':true}}"))
                .containsExactly("spec.any: Invalid value: \"boolean\": spec.any in body must be of type "
                        + "integer,string: \"boolean\"");
        assertThat(errors("{'spec':{'name':'xy','either':{}}}"))
                .contains("<nil>: Invalid value: \"\": \"spec.either\" must validate one and only one schema (oneOf). "
                        + "Found none valid");
        assertThat(errors("{'spec':null}"))
                .containsExactly("spec: Invalid value: \"null\": spec in body must be of type object: \"null\"");
    }

    @Test
    void looksOnlyAtWhatChanged() {
        String old = "{'spec':{'name':'bad name','list':[{'k':'a','v':9}]}}";
        assertThat(errors("{'spec':{'name':'bad name','size':3,'list':[{'k':'b','v':1},{'k':'a','v':9}]}}", old))
                .isEmpty();
        assertThat(errors("{'spec':{'name':'bad name','list':[{'k':'a','v':8}]}}", old))
                .containsExactly("spec.list[0].v: Invalid value: 8: spec.list[0].v in body should be less than or "
                        + "equal to 3");
    }

    @Test
    void refusesWhatIsThereTwice() {
        JsonObject object = json("{'spec':{'set':['a','b','a','a'],'list':[{'k':'x'},{'k':'x','v':1}]}}");
        assertThat(ListTypes.validate(object, SCHEMA))
                .extracting(FieldError::toString)
                .containsExactly("spec.set[2]: Duplicate value: \"a\"", "spec.list[1]: Duplicate value: {\"k\":\"x\"}");
    }

    private static List<String> errors(String object) {
        return errors(object, null);
    }

    private static List<String> errors(String object, @Nullable String old) {
        return SchemaValidation.validate("", json(object), SCHEMA, old == null ? null : json(old)).stream()
                .map(FieldError::toString)
                .toList();
    }

    static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
