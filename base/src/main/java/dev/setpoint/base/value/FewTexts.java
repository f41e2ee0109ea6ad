package dev.setpoint.base.value;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A small map that never changes, in the order of the one that it was made of, as one array: every object of every
/// kind has two of these for as long as anybody may ask for it, and whatever is kept has to be looked at by the garbage
/// collector again and again.
public final class FewTexts extends AbstractMap<String, String> {
    /// Up to here looking through all of them takes no longer than a hash.
    private static final int MOST = 16;

    /// Name, value, name, value.
    private final String[] texts;

    private FewTexts(String[] texts) {
        this.texts = texts;
    }

    /// A map of the same content that nobody can change.
    public static Map<String, String> copyOf(Map<String, String> map) {
        if (map instanceof FewTexts || map.isEmpty()) {
            return map.isEmpty() ? Map.of() : map;
        }
        if (map.size() > MOST) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(map));
        }
        String[] texts = new String[2 * map.size()];
        int at = 0;
        for (var entry : map.entrySet()) {
            texts[at++] = entry.getKey();
            texts[at++] = entry.getValue();
        }
        return new FewTexts(texts);
    }

    /// @param texts name, value, name, value; belongs to the map from now on
    public static Map<String, String> of(String[] texts) {
        if (texts.length <= 2 * MOST) {
            return texts.length == 0 ? Map.of() : new FewTexts(texts);
        }
        Map<String, String> map = LinkedHashMap.newLinkedHashMap(texts.length / 2);
        for (int at = 0; at < texts.length; at += 2) {
            map.put(texts[at], texts[at + 1]);
        }
        return Collections.unmodifiableMap(map);
    }

    @Override
    public @Nullable String get(@Nullable Object name) {
        for (int at = 0; at < texts.length; at += 2) {
            if (texts[at].equals(name)) {
                return texts[at + 1];
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return get(name) != null;
    }

    @Override
    public int size() {
        return texts.length / 2;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
        for (int at = 0; at < texts.length; at += 2) {
            action.accept(texts[at], texts[at + 1]);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return (other instanceof FewTexts that && Arrays.equals(texts, that.texts)) || super.equals(other);
    }

    /// As every map has it, without the entries that it would be taken from.
    @Override
    public int hashCode() {
        int hash = 0;
        for (int at = 0; at < texts.length; at += 2) {
            hash += texts[at].hashCode() ^ texts[at + 1].hashCode();
        }
        return hash;
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return FewTexts.this.size();
            }

            @Override
            public Iterator<Entry<String, String>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Entry<String, String>> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < texts.length;
        }

        @Override
        public Entry<String, String> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            at += 2;
            return Map.entry(texts[at - 2], texts[at - 1]);
        }
    }
}
