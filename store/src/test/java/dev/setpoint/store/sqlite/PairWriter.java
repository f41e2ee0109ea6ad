package dev.setpoint.store.sqlite;

import dev.setpoint.base.TaskKind;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Samples;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// A process that writes until it is killed. Each task counts up a pair of objects, always both in one
/// commit, and prints `<pair> <count> <revision>` when that was acknowledged.
final class PairWriter {
    static final int PAIRS = 4;

    private PairWriter() {}

    static Key left(String pair) {
        return new Key("lefts", "ns", pair);
    }

    static Key right(String pair) {
        return new Key("rights", "ns", pair);
    }

    static String value(String pair, long count) {
        return count + " of " + pair + " " + "x".repeat((int) (count % 5000));
    }

    static long count(Store store, String pair) {
        return store.snapshot()
                .find(left(pair))
                .map(stored -> Long.parseLong(Samples.text(stored).split(" ", 2)[0]))
                .orElse(0L);
    }

    public static void main(String[] arguments) {
        try (var env = RealEnv.create("pairs")) {
            var store = SqliteStore.open(env, StoreOptions.defaults(), Path.of(arguments[0]), (_, _) -> Header.EMPTY);
            var tasks = IntStream.range(0, PAIRS)
                    .mapToObj(number -> env.start("pair", TaskKind.LIGHT, () -> write(store, "pair" + number)))
                    .toList();
            tasks.forEach(task -> task.join(Duration.ofHours(1)));
        }
    }

    private static void write(Store store, String pair) {
        for (long count = count(store, pair) + 1; ; count++) {
            var text = value(pair, count);
            var commit = new Commit(List.of(), List.of(Samples.put(left(pair), text), Samples.put(right(pair), text)));
            if (store.commit(commit) instanceof CommitResult.Committed(long revision)) {
                System.out.println(pair + " " + count + " " + revision);
            }
        }
    }
}
