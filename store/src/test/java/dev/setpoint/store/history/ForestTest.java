package dev.setpoint.store.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ForestTest {
    private static final byte[] NOTHING = {};

    @Test
    void behavesAsAMapAndKeepsEveryState() {
        Seeds.check(200, seed -> {
            var random = Seeds.random(seed);
            var names = names(1 << random.nextInt(1, 9));
            var model = new TreeMap<String, Tree>();
            var forest = Forest.EMPTY;
            List<Forest> states = new ArrayList<>();
            List<Map<String, Tree>> expected = new ArrayList<>();
            for (int step = 0; step < 600; step++) {
                boolean growing = step / 200 % 2 == 0;
                var name = names.get(random.nextInt(names.size()));
                if (random.nextInt(10) < (growing ? 8 : 2)) {
                    var tree = tree(name, step);
                    model.put(name, tree);
                    forest = forest.with(name, tree);
                } else {
                    model.remove(name);
                    forest = forest.with(name, Tree.EMPTY);
                }
                if (step % 50 == 0) {
                    states.add(forest);
                    expected.add(new TreeMap<>(model));
                }
            }
            for (int index = 0; index < states.size(); index++) {
                assertHolds(states.get(index), expected.get(index), names);
            }
        });
    }

    @Test
    void namesOfOneHashHaveTreesOfTheirOwn() {
        // Strings of these two blocks have the same hash code.
        List<String> alike = List.of("AaAa", "BBBB", "AaBB", "BBAa");
        var forest = Forest.EMPTY;
        var model = new TreeMap<String, Tree>();
        for (String name : alike) {
            var tree = tree(name, 1);
            model.put(name, tree);
            forest = forest.with(name, tree);
        }
        assertHolds(forest, model, alike);
        model.remove("AaBB");
        assertHolds(forest.with("AaBB", Tree.EMPTY), model, alike);
        assertThat(forest.tree("AaBB")).isNotEqualTo(Tree.EMPTY);
    }

    /// Kinds that come and go, for years.
    @Test
    void whatIsGoneLeavesNothingBehind() {
        var forest = Forest.EMPTY.with("pods", tree("pods", 1));
        for (int day = 0; day < 5_000; day++) {
            var name = "widgets" + day + ".example.com";
            forest = forest.with(name, tree(name, day)).with(name, Tree.EMPTY);
        }
        assertThat(forest.places()).isEqualTo(1);
    }

    private static void assertHolds(Forest forest, Map<String, Tree> model, List<String> names) {
        for (var name : names) {
            assertThat(forest.tree(name)).as(name).isSameAs(model.getOrDefault(name, Tree.EMPTY));
        }
        List<Tree> all = new ArrayList<>();
        forest.forEach(all::add);
        assertThat(all).containsExactlyInAnyOrderElementsOf(model.values());
    }

    /// Many of them have hashes that differ in their last bits alone, or not at all.
    private static List<String> names(int count) {
        List<String> names = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            String pair = (number & 1) == 0 ? "Aa" : "BB";
            names.add("kind" + number / 4 + pair + ((number & 2) == 0 ? "Aa" : "BB"));
        }
        return names;
    }

    private static Tree tree(String resource, long revision) {
        var edit = Tree.EMPTY.edit();
        edit.put(new Stored(new Key(resource, "", "one"), revision, Header.EMPTY, NOTHING, -1));
        return edit.seal();
    }
}
