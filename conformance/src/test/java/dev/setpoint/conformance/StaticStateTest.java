package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What is static belongs to nobody, and nobody closes it: it outlives the server, the test and the simulated world
/// that filled it. So no static field is a thing that changes, unless it stands here with the reason.
class StaticStateTest {
    private static final Map<String, String> REASONS = new TreeMap<>(Map.ofEntries(
            Map.entry("Columns.BY_RESOURCE", "filled from our own table when the class is loaded"),
            Map.entry("Columns.SHARED_DESCRIPTIONS", "filled from our own table when the class is loaded"),
            Map.entry("Columns.KNOWN", "columns of built-in kinds, each as its row is first shown"),
            Map.entry("DecodedObjects.NONE", "keeps nothing"),
            Map.entry("JsonWriter.BUFFERS", "64 buffers of 16 KB, of which nobody reads what he did not write"),
            Map.entry("Key.NAMESPACES", "1,024 names of 63 characters; a key is made where there is no owner at hand"),
            Map.entry("KnownText.BY_BYTES", "filled from our own vocabulary when the class is loaded"),
            Map.entry("KnownText.BY_NAME", "filled from our own vocabulary when the class is loaded"),
            Map.entry("NodeTaints.BY_CONDITION", "filled when the class is loaded"),
            Map.entry("Normal.ACCIDENTAL", "filled when the class is loaded"),
            Map.entry("ObjectLayout.LABELS", "1,024 sets of 512 characters; headers of what is loaded have no owner"),
            Map.entry(
                    "RbacAuthorizer.last",
                    "the rights of one world, replaced by the next: worlds that are forks have the same"),
            Map.entry("ServerProcess.RUNNING", "ended with the JVM, whatever ends it"),
            Map.entry("Typed.OF_CLASS", "one description for each class that the program has, and no object"),
            Map.entry("TestWorld.BEGINNINGS", "one snapshot for each number of nodes that a test class names"),
            Map.entry("YamlMistake.WORDS", "filled when the class is loaded")));

    private static final Pattern FIELD = Pattern.compile(
            "(?m)^ *((?:(?:public|protected|private|static|final|volatile|transient) )*static "
                    + "(?:(?:final|volatile|transient) )*)([A-Za-z@][\\w.<>\\[\\]@?, ]*?) (\\w+)(?: *;| =\\s*([^;]*;))");

    private static final Pattern CHANGING_TYPE = Pattern.compile(
            ".*\\b(DirectMappedCache|ClassValue|ThreadLocal|Cache|LoadingCache|Atomic\\w+|\\w*Queue|\\w*Deque|Concurrent\\w+"
                    + "|LongAdder|\\w+Reference|DecodedObjects|StringBuilder)\\b.*");

    private static final Pattern CHANGING_VALUE = Pattern.compile(
            "(?s)(new ((?:Linked|Concurrent|ConcurrentSkipList)?(?:Hash|Tree|Weak|WeakHash|IdentityHash|Enum|List)(?:Map|Set)|Concurrent\\w+|ArrayList|LinkedList|CopyOnWrite\\w+|Concurrent\\w+|Vector|BitSet|DirectMappedCache)\\b.*"
                    + "|ConcurrentHashMap\\.newKeySet.*|Collections\\.synchronized.*|Caffeine\\..*"
                    + "|new [\\w.@ ]+\\[[^\\]]+\\].*)");

    private static final SourceTree tree = SourceTree.find();

    @Test
    void hasNoStaticThatChangesWithoutAReason() {
        List<String> unexplained = new ArrayList<>();
        int fields = 0;
        for (Path file : tree.mainSources()) {
            String type = file.getFileName().toString().replace(".java", "");
            Matcher field = FIELD.matcher(String.join("\n", SourceTree.lines(file)));
            while (field.find()) {
                fields++;
                String name = type + "." + field.group(3);
                if (changes(field.group(1), field.group(2), field.group(4)) && !REASONS.containsKey(name)) {
                    unexplained.add(tree.shown(file) + ": " + name);
                }
            }
        }
        assertThat(fields).isGreaterThan(1000);
        assertThat(unexplained).isEmpty();
    }

    @Test
    void knowsWhatChanges() {
        assertThat(offends("    private static final Map<String, Tree> KNOWN = new ConcurrentHashMap<>();"))
                .isTrue();
        assertThat(offends("    static final @Nullable Text[] PLACES = new Text[1 << BITS];"))
                .isTrue();
        assertThat(
                        offends(
                                "    private static final Cache<Key, Tree> TREES =\n            Caffeine.newBuilder().build();"))
                .isTrue();
        assertThat(offends("    private static int calls;")).isTrue();
        assertThat(offends("    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(B::new);"))
                .isTrue();
        assertThat(offends("    private static final List<String> WORDS = List.of(\"a\");"))
                .isFalse();
        assertThat(offends("    private static final byte[] NOTHING = {};")).isFalse();
    }

    private static boolean offends(String line) {
        Matcher field = FIELD.matcher(line);
        assertThat(field.find()).as(line).isTrue();
        return changes(field.group(1), field.group(2), field.group(4));
    }

    private static boolean changes(String modifiers, String type, String value) {
        return !modifiers.contains("final ")
                || CHANGING_TYPE.matcher(type).matches()
                || (value != null && CHANGING_VALUE.matcher(value).matches());
    }
}
