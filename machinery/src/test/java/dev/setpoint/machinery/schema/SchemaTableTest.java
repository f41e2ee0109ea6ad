package dev.setpoint.machinery.schema;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.json.JsonValue;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SchemaTableTest {
    private static final Schema TEXT = Schema.scalar(Shape.TEXT);

    @Test
    void readsBackWhatWasWritten() {
        Schema reference = Schema.struct("Reference", Merge.ATOMIC, () -> List.of(new Field("name", TEXT)));
        Merge keyed = Merge.keyed("name", "protocol")
                .withPatch(List.of(PatchStrategy.MERGE, PatchStrategy.RETAIN_KEYS), "name");
        Schema holder = Schema.struct(
                "Holder",
                Merge.GRANULAR,
                () -> List.of(
                        new Field("atomic", reference),
                        new Field("granular", reference.with(Merge.GRANULAR)),
                        new Field("list", Schema.list(reference, keyed), true, Presence.ALWAYS, null),
                        new Field("map", Schema.map(Schema.list(TEXT, Merge.set()), Merge.ATOMIC)),
                        new Field("protocol", TEXT, false, Presence.IF_NOT_EMPTY, JsonValue.of("TCP")),
                        new Field("count", Schema.scalar(Shape.INTEGER, "", "int64"))));
        SchemaTable table = encoded(reference, holder);

        Schema read = requireNonNull(table.find("Holder"));
        assertThat(read.fields())
                .extracting(Field::name)
                .containsExactly("atomic", "granular", "list", "map", "protocol", "count");
        assertThat(requireNonNull(read.field("atomic")).merge()).isEqualTo(Merge.ATOMIC);
        assertThat(requireNonNull(read.field("granular")).merge()).isEqualTo(Merge.GRANULAR);
        Field list = requireNonNull(read.field("list"));
        assertThat(list.merge()).isEqualTo(keyed);
        assertThat(list.required()).isTrue();
        assertThat(list.presence()).isEqualTo(Presence.ALWAYS);
        assertThat(list.schema().element()).isSameAs(table.find("Reference"));
        Schema map = requireNonNull(read.field("map")).schema();
        assertThat(map.merge()).isEqualTo(Merge.ATOMIC);
        assertThat(map.element().merge()).isEqualTo(Merge.set());
        assertThat(requireNonNull(read.field("protocol")).fallback()).isEqualTo(JsonValue.of("TCP"));
        assertThat(requireNonNull(read.field("count")).schema().format()).isEqualTo("int64");
        assertThat(table.find("Nothing")).isNull();
        assertThat(table.typeNames()).containsExactly("Holder", "Reference");
    }

    @Test
    void keepsTypesThatContainThemselves() {
        Schema[] tree = new Schema[1];
        tree[0] = Schema.struct(
                "Tree", Merge.GRANULAR, () -> List.of(new Field("children", Schema.list(tree[0], Merge.ATOMIC))));

        Schema read = requireNonNull(encoded(tree[0]).find("Tree"));

        assertThat(requireNonNull(read.at("children", "children")).element()).isSameAs(read);
    }

    @Test
    void refusesATypeThatIsMissing() {
        Schema missing = Schema.struct("Missing", Merge.GRANULAR, List::of);
        Schema holder = Schema.struct("Holder", Merge.GRANULAR, () -> List.of(new Field("missing", missing)));

        assertThatThrownBy(() -> encoded(holder)).hasMessageContaining("Missing");
    }

    private static SchemaTable encoded(Schema... types) {
        SortedMap<String, Schema> byName = new TreeMap<>();
        for (Schema type : types) {
            byName.put(type.typeName(), type);
        }
        return new SchemaTable(CompactTable.of(SchemaTable.encode(byName)));
    }
}
