package dev.setpoint.machinery.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final Schema TEXT = Schema.scalar(Shape.TEXT);

    @Test
    void leadsAlongAPathThroughLists() {
        Schema container = Schema.struct("", Merge.GRANULAR, () -> List.of(new Field("image", TEXT)));
        Schema pod = Schema.struct(
                "",
                Merge.GRANULAR,
                () -> List.of(new Field("containers", Schema.list(container, Merge.keyed("name")))));

        assertThat(pod.at("containers", "image")).isSameAs(TEXT);
        assertThat(pod.at("containers", "nothing")).isNull();
        assertThat(Objects.requireNonNull(pod.field("containers")).merge().keys())
                .containsExactly("name");
    }

    @Test
    void maySpeakOfItself() {
        Schema[] tree = new Schema[1];
        tree[0] = Schema.struct(
                "Tree",
                Merge.GRANULAR,
                () -> List.of(new Field("children", Schema.list(tree[0], Merge.ATOMIC)), new Field("name", TEXT)));

        assertThat(tree[0].at("children", "children", "children", "name")).isSameAs(TEXT);
    }

    @Test
    void asksForItsFieldsOnceWhateverTheRule() {
        List<String> asked = new ArrayList<>();
        Schema struct = Schema.struct("Reference", Merge.ATOMIC, () -> {
            asked.add("Reference");
            return List.of(new Field("name", TEXT));
        });
        Schema granular = struct.with(Merge.GRANULAR);
        assertThat(asked).isEmpty();

        assertThat(granular.field("name")).isEqualTo(struct.field("name"));
        assertThat(granular.merge().isAtomic()).isFalse();
        assertThat(struct.merge().isAtomic()).isTrue();
        assertThat(asked).containsExactly("Reference");
    }

    @Test
    void refusesElementsOfAScalar() {
        assertThatThrownBy(TEXT::element).isInstanceOf(IllegalStateException.class);
        assertThat(TEXT.field("name")).isNull();
        assertThat(TEXT.fields()).isEmpty();
    }

    @Test
    void refusesAKeyedListWithoutKeys() {
        assertThatThrownBy(() -> Merge.keyed()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Merge(Topology.SET, List.of("name"), List.of(), ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsTheTwoRulesApart() {
        Merge ports = Merge.keyed("containerPort", "protocol").withPatch(List.of(PatchStrategy.MERGE), "containerPort");

        assertThat(ports.keys()).containsExactly("containerPort", "protocol");
        assertThat(ports.patches(PatchStrategy.MERGE)).isTrue();
        assertThat(ports.patches(PatchStrategy.RETAIN_KEYS)).isFalse();
        assertThat(ports.patchKey()).isEqualTo("containerPort");
    }
}
