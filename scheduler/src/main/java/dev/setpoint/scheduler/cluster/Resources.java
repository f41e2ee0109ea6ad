package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/// Amounts of what a node offers and pods request. CPU in thousandths of a core, the others in bytes or pieces.
///
/// @param scalars extended resources, huge pages and whatever else is counted by name; only those above zero
public record Resources(long milliCpu, long memory, long ephemeralStorage, SortedMap<String, Long> scalars) {
    private static final SortedMap<String, Long> NO_SCALARS = Collections.emptySortedMap();
    public static final Resources NONE = new Resources(0, 0, 0);

    /// Amounts stop here, so that sums of a few of them stay within 64 bits.
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE >> 8);

    public Resources(long milliCpu, long memory, long ephemeralStorage) {
        this(milliCpu, memory, ephemeralStorage, NO_SCALARS);
    }

    /// From a resource list of the API. `pods` is not a resource that pods request and is left out.
    public static Resources read(@Nullable Map<String, Quantity> list) {
        if (list == null || list.isEmpty()) {
            return NONE;
        }
        Resources read =
                new Resources(milli(list.get("cpu")), units(list.get("memory")), units(list.get("ephemeral-storage")));
        for (Map.Entry<String, Quantity> entry : list.entrySet()) {
            if (isScalar(entry.getKey())) {
                read = read.withScalar(entry.getKey(), units(entry.getValue()));
            }
        }
        return read;
    }

    /// Whole units, rounded up as Kubernetes rounds: half a byte takes a byte.
    public static long units(@Nullable Quantity quantity) {
        return quantity == null ? 0 : rounded(quantity.getNumericalAmount());
    }

    private static long milli(@Nullable Quantity quantity) {
        return quantity == null ? 0 : rounded(quantity.getNumericalAmount().movePointRight(3));
    }

    private static long rounded(BigDecimal amount) {
        return amount.compareTo(LARGEST) < 0
                ? amount.setScale(0, RoundingMode.UP).longValue()
                : LARGEST.longValue();
    }

    /// Names with a prefix (`example.com/gpu`), huge pages and attachable volumes are counted one by one.
    private static boolean isScalar(String name) {
        return name.indexOf('/') > 0 || name.startsWith("hugepages-") || name.startsWith("attachable-volumes-");
    }

    public long scalar(String name) {
        return scalars.getOrDefault(name, 0L);
    }

    public boolean isNone() {
        return milliCpu == 0 && memory == 0 && ephemeralStorage == 0 && scalars.isEmpty();
    }

    /// Whether there is enough of everything that is wanted here. What is not wanted may be short.
    public boolean isWithin(Resources available) {
        return (milliCpu == 0 || milliCpu <= available.milliCpu)
                && (memory == 0 || memory <= available.memory)
                && (ephemeralStorage == 0 || ephemeralStorage <= available.ephemeralStorage)
                && scalars.entrySet().stream().allMatch(entry -> entry.getValue() <= available.scalar(entry.getKey()));
    }

    public Resources plus(Resources other) {
        return combine(other, Long::sum);
    }

    public Resources minus(Resources other) {
        return combine(other, (mine, theirs) -> mine - theirs);
    }

    public Resources max(Resources other) {
        return combine(other, Math::max);
    }

    private Resources combine(Resources other, LongBinaryOperator operator) {
        Resources combined = new Resources(
                operator.applyAsLong(milliCpu, other.milliCpu),
                operator.applyAsLong(memory, other.memory),
                operator.applyAsLong(ephemeralStorage, other.ephemeralStorage),
                scalars);
        for (Map.Entry<String, Long> entry : other.scalars.entrySet()) {
            String name = entry.getKey();
            combined = combined.withScalar(name, operator.applyAsLong(scalar(name), entry.getValue()));
        }
        return combined;
    }

    public Resources withScalar(String name, long amount) {
        if (amount == scalar(name)) {
            return this;
        }
        SortedMap<String, Long> changed = new TreeMap<>(scalars);
        if (amount == 0) {
            changed.remove(name);
        } else {
            changed.put(name, amount);
        }
        return new Resources(milliCpu, memory, ephemeralStorage, changed);
    }
}
