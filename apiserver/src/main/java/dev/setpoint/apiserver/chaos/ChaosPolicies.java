package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosFault.Struck;
import dev.setpoint.apiserver.chaos.ChaosPolicy.Strike;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.store.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// The policies that are there now, and what each has done so far. Asking costs a look at the store's newest state,
/// and nothing more while no policy changes.
final class ChaosPolicies {
    static final String RESOURCE = "chaospolicies.chaos.setpoint.dev";

    private final Supplier<Snapshot> newest;
    private final Supplier<Instant> clock;
    private final Runnable counted;
    private volatile Known known = new Known(new Object(), List.of());

    /// @param mark of the store for what they were read from
    private record Known(Object mark, List<Ongoing> ongoing) {}

    /// @param counted called when a policy has counted something; must not wait
    ChaosPolicies(Supplier<Snapshot> newest, Supplier<Instant> clock, Runnable counted) {
        this.newest = newest;
        this.clock = clock;
        this.counted = counted;
    }

    /// A policy and its ledger, which begins with the object and ends with it.
    final class Ongoing {
        final ChaosPolicy policy;
        private final AtomicLong requests = new AtomicLong();
        private final Map<String, AtomicLong> ordinals = new ConcurrentHashMap<>();
        private final Map<ChaosFault, AtomicLong> faults = new ConcurrentHashMap<>();

        private Ongoing(ChaosPolicy policy) {
            this.policy = policy;
        }

        void countRequest() {
            requests.incrementAndGet();
            counted.run();
        }

        /// What befalls a call, if anything does.
        Optional<Strike> strike(Struck struck, String verb, String resource) {
            if (over()) {
                return Optional.empty();
            }
            long ordinal = ordinals.computeIfAbsent(verb + " " + resource, _ -> new AtomicLong())
                    .incrementAndGet();
            Optional<Strike> strike = policy.strike(struck, verb, resource, ordinal);
            strike.ifPresent(found -> {
                faults.computeIfAbsent(found.fault(), _ -> new AtomicLong()).incrementAndGet();
                counted.run();
            });
            return strike;
        }

        boolean over() {
            return policy.until().map(end -> !clock.get().isBefore(end)).orElse(false);
        }

        long requests() {
            return requests.get();
        }

        /// How often each struck, in the order in which they are declared.
        Map<ChaosFault, Long> faults() {
            Map<ChaosFault, Long> counts = new LinkedHashMap<>();
            for (ChaosFault fault : ChaosFault.values()) {
                AtomicLong count = faults.get(fault);
                if (count != null) {
                    counts.put(fault, count.get());
                }
            }
            return counts;
        }
    }

    /// The first policy, by name, that means whoever asks.
    Optional<Ongoing> concerning(Call call) {
        for (Ongoing each : ongoing()) {
            if (each.policy.caller().is(call)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    List<Ongoing> ongoing() {
        Snapshot snapshot = newest.get();
        Known before = known;
        return before.mark.equals(snapshot.mark(RESOURCE)) ? before.ongoing : read();
    }

    private synchronized List<Ongoing> read() {
        Snapshot snapshot = newest.get();
        Map<String, Ongoing> before = new LinkedHashMap<>();
        known.ongoing.forEach(each -> before.put(each.policy.uid(), each));
        List<Ongoing> ongoing = new ArrayList<>();
        snapshot.iterate(RESOURCE, "").forEachRemaining(stored -> {
            ChaosPolicy policy = ChaosPolicy.of(JsonReader.object(stored.bytes()));
            Ongoing same = before.get(policy.uid());
            ongoing.add(same != null && same.policy.equals(policy) ? same : new Ongoing(policy));
        });
        known = new Known(snapshot.mark(RESOURCE), List.copyOf(ongoing));
        return known.ongoing;
    }
}
