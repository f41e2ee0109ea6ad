package dev.setpoint.machinery.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanonicalTest {
    private static final Schema TEXT = Schema.scalar(Shape.TEXT);
    private static final Schema NUMBER = Schema.scalar(Shape.INTEGER);
    private static final Schema PART = Schema.struct(
            "Part",
            Merge.GRANULAR,
            () -> List.of(field("name", TEXT, Presence.ALWAYS), field("image", TEXT, Presence.IF_NOT_EMPTY)));
    private static final Schema WHOLE = Schema.struct(
            "Whole",
            Merge.GRANULAR,
            () -> List.of(
                    field("pointer", NUMBER, Presence.IF_SET),
                    field("number", NUMBER, Presence.IF_NOT_EMPTY),
                    field("texts", Schema.list(TEXT, Merge.ATOMIC), Presence.IF_NOT_EMPTY),
                    field("parts", Schema.list(PART, Merge.ATOMIC), Presence.ALWAYS),
                    field("byName", Schema.map(PART, Merge.GRANULAR), Presence.IF_NOT_EMPTY),
                    field("part", PART, Presence.ALWAYS),
                    field("when", Schema.scalar(Shape.TIME), Presence.ALWAYS),
                    field("any", Schema.scalar(Shape.ANY), Presence.IF_SET)));

    @Test
    void dropsWhatIsEmptyAndAddsWhatIsAlwaysThere() {
        assertThat(canonical("{'number':0,'texts':[],'byName':{}}"))
                .isEqualTo(json("{'parts':null,'part':{'name':''},'when':null}"));
    }

    @Test
    void keepsZeroThatWasSaidThroughAPointer() {
        assertThat(canonical("{'pointer':0,'number':1}"))
                .isEqualTo(json("{'pointer':0,'number':1,'parts':null,'part':{'name':''},'when':null}"));
    }

    @Test
    void takesNullForAbsentExceptWhereAnythingIsAllowed() {
        assertThat(canonical("{'pointer':null,'any':null}"))
                .isEqualTo(json("{'any':null,'parts':null,'part':{'name':''},'when':null}"));
    }

    @Test
    void writesNullForAPointerThatIsAlwaysThere() {
        Schema holder = Schema.struct("", Merge.GRANULAR, () -> List.of(field("part", PART, Presence.OR_NULL)));
        JsonObject object = new JsonObject();
        Canonical.apply(object, holder);

        assertThat(object).isEqualTo(json("{'part':null}"));
    }

    @Test
    void goesIntoListsAndMaps() {
        assertThat(canonical("{'parts':[{'image':''}],'byName':{'a':{'image':'x'}},'part':{'name':'n'}}"))
                .isEqualTo(json("{'parts':[{'name':''}],'byName':{'a':{'name':'','image':'x'}},'part':{'name':'n'},"
                        + "'when':null}"));
    }

    @Test
    void changesNothingTheSecondTime() {
        JsonObject once = canonical("{'parts':[{}],'texts':['']}");
        JsonObject twice = once.copy();
        Canonical.apply(twice, WHOLE);

        assertThat(twice).isEqualTo(once);
    }

    private static Field field(String name, Schema schema, Presence presence) {
        return new Field(name, schema, false, presence, null);
    }

    private static JsonObject canonical(String text) {
        JsonObject object = json(text);
        Canonical.apply(object, WHOLE);
        return object;
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
