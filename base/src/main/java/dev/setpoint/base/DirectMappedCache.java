package dev.setpoint.base;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Remembers what a function answered to the keys that were asked last.
///
/// Each key has one place, which the next key with the same place takes over: no bookkeeping, and a bound. Threads may
/// overwrite one another; what they find is right all the same, because the key is compared. So the
/// function is always the same one and answers the same to equal keys, and whoever gets an answer shares it.
public final class DirectMappedCache<K, V> {
    private final @Nullable Known<K, V>[] places;

    private record Known<K, V>(K key, V answer) {}

    /// @param size how many answers are kept at most; a power of two
    @SuppressWarnings({"unchecked", "rawtypes"}) // An array knows no type parameters.
    public DirectMappedCache(int size) {
        if (Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException("size: " + size + " (expected: a power of two)");
        }
        this.places = new Known[size];
    }

    public V of(K key, Function<? super K, ? extends V> function) {
        int hash = key.hashCode();
        int place = (hash ^ (hash >>> 16)) & (places.length - 1);
        Known<K, V> known = places[place];
        if (known != null && known.key.equals(key)) {
            return known.answer;
        }
        V answer = function.apply(key);
        places[place] = new Known<>(key, answer);
        return answer;
    }
}
