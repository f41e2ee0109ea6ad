package dev.setpoint.apiserver.actions;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.Base64;
import java.util.BitSet;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Which node ports are taken: one bit for each, all in one object of the store, as Kubernetes has them.
///
///     {"first":30000,"taken":"AQAAAAAAAAAQ"}
///
/// The range has two bands. A port that nobody asked for comes from the upper one while that has any, so that the
/// lower one stays free for those who ask.
final class NodePortBitmap {
    static final int FIRST = 30_000;
    static final int LAST = 32_767;
    private static final int SIZE = LAST - FIRST + 1;

    /// As Kubernetes computes it from the size: a 32nd, at least 16 and at most 128.
    private static final int LOWER_BAND = Math.min(Math.max(16, SIZE / 32), 128);

    private static final Key KEY = new Key("allocations", "", "node-ports");

    private final Optional<Stored> stored;
    private final BitSet taken;

    private NodePortBitmap(Optional<Stored> stored, BitSet taken) {
        this.stored = stored;
        this.taken = taken;
    }

    /// Where there is none, the Services tell which ports are taken.
    static NodePortBitmap of(Snapshot snapshot) {
        Optional<Stored> stored = snapshot.find(KEY);
        return new NodePortBitmap(stored, stored.map(NodePortBitmap::decode).orElseGet(() -> ofServices(snapshot)));
    }

    private static BitSet decode(Stored stored) {
        String bits = CompactReader.object(stored.bytes()).textOr("taken", "");
        return BitSet.valueOf(Base64.getDecoder().decode(bits));
    }

    private static BitSet ofServices(Snapshot snapshot) {
        BitSet taken = new BitSet(SIZE);
        for (Iterator<Stored> services = snapshot.iterate("services", ""); services.hasNext(); ) {
            for (int port : portsOf(CompactReader.object(services.next().bytes()))) {
                if (inRange(port)) {
                    taken.set(port - FIRST);
                }
            }
        }
        return taken;
    }

    /// The ports that a Service has, in order.
    static Set<Integer> portsOf(JsonObject service) {
        Set<Integer> found = new TreeSet<>();
        JsonArray ports = service.child("spec").array("ports");
        if (ports != null) {
            for (JsonObject port : ports.objects()) {
                long number = port.integerOr("nodePort", 0);
                if (number > 0) {
                    found.add((int) number);
                }
            }
        }
        return found;
    }

    static boolean inRange(int port) {
        return port >= FIRST && port <= LAST;
    }

    boolean isTaken(int port) {
        return taken.get(port - FIRST);
    }

    void take(int port) {
        taken.set(port - FIRST);
    }

    void release(int port) {
        if (inRange(port)) {
            taken.clear(port - FIRST);
        }
    }

    /// Any free port; empty when none is left.
    OptionalInt takeAny(Env env) {
        OptionalInt upper = takeAny(env, LOWER_BAND, SIZE);
        return upper.isPresent() ? upper : takeAny(env, 0, LOWER_BAND);
    }

    private OptionalInt takeAny(Env env, int from, int to) {
        int size = to - from;
        int start = env.random().nextInt(size);
        for (int step = 0; step < size; step++) {
            int candidate = from + (start + step) % size;
            if (!taken.get(candidate)) {
                taken.set(candidate);
                return OptionalInt.of(FIRST + candidate);
            }
        }
        return OptionalInt.empty();
    }

    /// That nobody has taken or released a port meanwhile.
    Commit.Condition unchanged() {
        return new Commit.Condition(KEY, stored.map(Stored::revision).orElse(0L));
    }

    Commit.Put put() {
        JsonObject object = new JsonObject()
                .put("first", FIRST)
                .put("taken", Base64.getEncoder().encodeToString(taken.toByteArray()));
        return new Commit.Put(KEY, Header.EMPTY, JsonWriter.bytes(object), -1);
    }
}
