package dev.setpoint.base.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeyTest {
    @Test
    void ordersAsEtcdOrdersItsPaths() {
        List<String> paths = List.of("a-b/x", "a/x", "a/y", "a0/x", "ab/x");
        TreeSet<Key> keys = new TreeSet<>();
        for (String path : paths.reversed()) {
            keys.add(new Key("pods", path.substring(0, path.indexOf('/')), path.substring(path.indexOf('/') + 1)));
        }
        assertThat(keys).extracting(key -> key.namespace() + "/" + key.name()).containsExactlyElementsOf(paths);
    }

    /// What strangers ask for is not kept for ever.
    @Test
    void sharesOnlyNamesThatANamespaceCanHave() {
        String few = "n".repeat(63);
        String many = "n".repeat(64);

        assertThat(new Key("pods", new String(few.toCharArray()), "a").namespace())
                .isSameAs(new Key("pods", new String(few.toCharArray()), "b").namespace());
        assertThat(new Key("pods", new String(many.toCharArray()), "a").namespace())
                .isNotSameAs(new Key("pods", new String(many.toCharArray()), "b").namespace());
    }
}
