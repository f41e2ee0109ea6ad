package dev.setpoint.store.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TreeTest {
    private static final byte[] NOTHING = {};

    @Test
    void anEmptyTreeHasNothing() {
        assertThat(Tree.EMPTY.size()).isZero();
        assertThat(Tree.EMPTY.find(key("a", "b"))).isEmpty();
        assertThat(Tree.EMPTY.iterate("").hasNext()).isFalse();
        assertThat(Tree.EMPTY.iterateAfter("a", key("a", "b")).hasNext()).isFalse();
    }

    @Test
    void sealingKeepsWhatWasSealed() {
        var edit = Tree.EMPTY.edit();
        edit.put(stored(key("a", "x"), 1));
        var first = edit.seal();
        edit.put(stored(key("a", "x"), 2));
        edit.put(stored(key("a", "y"), 3));
        var second = edit.seal();
        assertThat(first.find(key("a", "x"))).get().extracting(Stored::revision).isEqualTo(1L);
        assertThat(first.size()).isEqualTo(1);
        assertThat(second.find(key("a", "x")))
                .get()
                .extracting(Stored::revision)
                .isEqualTo(2L);
        assertThat(second.size()).isEqualTo(2);
    }

    /// Long runs of one kind of operation make the tree grow and shrink through every shape.
    @Test
    void behavesAsASortedMapAndKeepsEverySealedState() {
        Seeds.check(150, seed -> {
            var random = Seeds.random(seed);
            var model = new TreeMap<Key, Stored>();
            var sealed = new ArrayList<Tree>();
            var expected = new ArrayList<List<Stored>>();
            var edit = Tree.EMPTY.edit();
            int keys = 1 << random.nextInt(1, 14);
            for (long revision = 1; revision <= 3000; revision++) {
                boolean growing = (revision / 500) % 2 == 0;
                var key = anyKey(random, keys);
                if (random.nextInt(10) < (growing ? 9 : 1)) {
                    var value = stored(key, revision);
                    assertThat(edit.put(value)).isSameAs(model.put(key, value));
                } else {
                    var victim = model.ceilingKey(key);
                    var removed = victim == null ? key : victim;
                    assertThat(edit.remove(removed)).isSameAs(model.remove(removed));
                }
                assertThat(edit.find(key)).isSameAs(model.get(key));
                if (random.nextInt(200) == 0) {
                    sealed.add(edit.seal());
                    expected.add(List.copyOf(model.values()));
                }
            }
            sealed.add(edit.seal());
            expected.add(List.copyOf(model.values()));
            for (int index = 0; index < sealed.size(); index++) {
                assertThat(all(sealed.get(index).iterate(""))).isEqualTo(expected.get(index));
                assertThat(sealed.get(index).size())
                        .isEqualTo(expected.get(index).size());
            }
            checkRanges(random, sealed.getLast(), model, keys);
        });
    }

    @Test
    void keysInOrderFillTheTreeFromEitherEnd() {
        for (boolean descending : List.of(false, true)) {
            var edit = Tree.EMPTY.edit();
            for (int number = 0; number < 10_000; number++) {
                edit.put(stored(key("n", "%05d".formatted(descending ? 9_999 - number : number)), 1));
            }
            var tree = edit.seal();
            assertThat(all(tree.iterate("n")).stream()
                            .map(value -> Integer.valueOf(value.key().name())))
                    .hasSize(10_000)
                    .isSorted();
            for (int number = 0; number < 10_000; number++) {
                assertThat(edit.remove(key("n", "%05d".formatted(number)))).isNotNull();
            }
            assertThat(edit.seal().iterate("").hasNext()).isFalse();
            assertThat(tree.size()).isEqualTo(10_000);
        }
    }

    private static void checkRanges(RandomGenerator random, Tree tree, NavigableMap<Key, Stored> model, int keys) {
        for (int check = 0; check < 20; check++) {
            var after = anyKey(random, keys);
            var namespace = after.namespace();
            var later = model.tailMap(after, false).values();
            assertThat(all(tree.iterateAfter("", after))).isEqualTo(List.copyOf(later));
            assertThat(all(tree.iterateAfter(namespace, after))).isEqualTo(inNamespace(later, namespace));
            assertThat(all(tree.iterate(namespace))).isEqualTo(inNamespace(model.values(), namespace));
        }
    }

    private static List<Stored> inNamespace(Iterable<Stored> values, String namespace) {
        var found = new ArrayList<Stored>();
        values.forEach(value -> {
            if (value.key().namespace().equals(namespace)) {
                found.add(value);
            }
        });
        return found;
    }

    private static Key anyKey(RandomGenerator random, int keys) {
        int number = random.nextInt(keys);
        return key("ns" + number % 7, "name" + number);
    }

    private static List<Stored> all(Iterator<Stored> values) {
        var list = new ArrayList<Stored>();
        values.forEachRemaining(list::add);
        return list;
    }

    private static Key key(String namespace, String name) {
        return new Key("pods", namespace, name);
    }

    private static Stored stored(Key key, long revision) {
        return new Stored(key, revision, Header.EMPTY, NOTHING, -1);
    }
}
