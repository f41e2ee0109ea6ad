package dev.setpoint.apiserver.registry.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ValueIndexTest {
    private static final List<String> NAMESPACES = List.of("a", "a-b", "b");
    private static final List<String> COLOURS = List.of("red", "green", "blue");

    private final Env env = RealEnv.create("test");
    private final Store store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
    private final ValueIndex index =
            new ValueIndex(store, "pods", object -> object.header().labels().get("colour"));

    @AfterEach
    void close() {
        index.close();
        store.close();
        env.close();
    }

    @Test
    void findsWhatAWalkOverAllObjectsFinds() {
        long seed = 20261116;
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            for (int i = random.nextInt(20); i > 0; i--) {
                change(random);
            }
            String colour = COLOURS.get(random.nextInt(COLOURS.size()));
            String namespace = random.nextBoolean() ? "" : NAMESPACES.get(random.nextInt(NAMESPACES.size()));
            ValueIndex.Found found = index.find(colour, namespace).orElseThrow();
            assertThat(found.objects())
                    .as("round " + round + " of seed " + seed)
                    .isEqualTo(walk(found.snapshot().iterate("pods", namespace), colour));
            assertThat(found.snapshot().revision()).isEqualTo(store.snapshot().revision());
        }
    }

    @Test
    void beginsAnewWhenTheLogHasForgotten() {
        put("a", "one", "red");
        assertThat(names("red")).containsExactly("one");
        put("a", "two", "red");
        put("a", "one", "blue");
        store.beginHistory();
        assertThat(names("red")).containsExactly("two");
        assertThat(names("blue")).containsExactly("one");
    }

    @Test
    void leavesOutWhatHasNoValue() {
        put("a", "plain", "");
        assertThat(names("red")).isEmpty();
    }

    private List<String> names(String colour) {
        return index.find(colour, "").orElseThrow().objects().stream()
                .map(object -> object.key().name())
                .toList();
    }

    private void change(Random random) {
        String namespace = NAMESPACES.get(random.nextInt(NAMESPACES.size()));
        String name = "pod-" + random.nextInt(30);
        if (random.nextInt(4) == 0) {
            store.commit(new Commit(List.of(), List.of(new Commit.Delete(new Key("pods", namespace, name)))));
        } else {
            put(namespace, name, random.nextInt(5) == 0 ? "" : COLOURS.get(random.nextInt(COLOURS.size())));
        }
    }

    private void put(String namespace, String name, String colour) {
        Map<String, String> labels = colour.isEmpty() ? Map.of() : Map.of("colour", colour);
        Header header = new Header(name, 0, labels, Map.of(), List.of(), List.of(), false);
        Key key = new Key("pods", namespace, name);
        store.commit(new Commit(List.of(), List.of(new Commit.Put(key, header, new byte[] {'{', '}'}, -1))));
    }

    private static List<Stored> walk(Iterator<Stored> all, String colour) {
        List<Stored> found = new ArrayList<>();
        all.forEachRemaining(object -> {
            if (colour.equals(object.header().labels().get("colour"))) {
                found.add(object);
            }
        });
        return found;
    }
}
