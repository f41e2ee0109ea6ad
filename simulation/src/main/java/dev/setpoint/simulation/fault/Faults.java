package dev.setpoint.simulation.fault;

import dev.setpoint.simulation.fault.Fault.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Decides at each call whether something goes wrong, and remembers what did.
public final class Faults {
    /// Longer than the caches are waited for, shorter than what counts as quiet.
    private static final int LONGEST_MILLIS = 8_000;

    /// So many powers of two.
    private static final int RAREST = 6;

    @FunctionalInterface
    private interface Choice {
        Optional<Injection> at(Site site, Call call);
    }

    private final Choice choice;
    private final Map<String, Integer> calls = new LinkedHashMap<>();
    private final List<Injection> injected = new ArrayList<>();
    private final List<Site> writes = new ArrayList<>();
    private boolean over;

    private Faults(Choice choice) {
        this.choice = choice;
    }

    public static Faults none() {
        return new Faults((_, _) -> Optional.empty());
    }

    /// Exactly these.
    public static Faults exactly(List<Injection> injections) {
        Map<Site, Injection> bySite = new LinkedHashMap<>();
        injections.forEach(injection -> bySite.put(injection.site(), injection));
        return new Faults((site, _) -> Optional.ofNullable(bySite.get(site)));
    }

    /// A handful, drawn from some of the allowed kinds: a run with few kinds of faults goes deeper into each than
    /// one with all of them, and is the more likely.
    public static Faults drawn(List<Fault> allowed, RandomGenerator random) {
        List<Fault> kinds = new ArrayList<>(allowed);
        int kept = kinds.isEmpty() ? 0 : 1 + random.nextInt(1 + random.nextInt(kinds.size()));
        while (kinds.size() > kept) {
            kinds.remove(random.nextInt(kinds.size()));
        }
        return new Faults(new Draw(kinds, random));
    }

    private static final class Draw implements Choice {
        private final List<Fault> kinds;
        private final RandomGenerator random;
        /// One call in so many is hit: every one, or every second, or every fourth, ...
        private final int rarity;

        private int left;

        Draw(List<Fault> kinds, RandomGenerator random) {
            this.kinds = kinds;
            this.random = random;
            this.rarity = 1 << random.nextInt(RAREST);
            this.left = 1 + random.nextInt(6);
        }

        @Override
        public Optional<Injection> at(Site site, Call call) {
            int weights = 0;
            for (Fault kind : kinds) {
                weights += kind.call() == call ? kind.weight() : 0;
            }
            if (left == 0 || weights == 0 || random.nextInt(rarity) > 0) {
                return Optional.empty();
            }
            left--;
            int drawn = random.nextInt(weights);
            for (Fault kind : kinds) {
                drawn -= kind.call() == call ? kind.weight() : 0;
                if (drawn < 0) {
                    return Optional.of(new Injection(site, kind, length()));
                }
            }
            throw new IllegalStateException("drew " + drawn + " beyond " + weights);
        }

        /// Short ones are as likely as long ones.
        private Duration length() {
            int scale = LONGEST_MILLIS >> random.nextInt(10);
            return Duration.ofMillis(1 + random.nextInt(Math.max(1, scale)));
        }
    }

    /// Called once for each call, in the order in which they are made.
    ///
    /// @param what verb and resource
    public Optional<Injection> next(String process, String what, Call call) {
        int ordinal = calls.merge(process + ": " + what, 1, Integer::sum);
        if (over) {
            return Optional.empty();
        }
        Site site = new Site(process, what, ordinal);
        if (call == Call.WRITE) {
            writes.add(site);
        }
        Optional<Injection> injection = choice.at(site, call);
        injection.ifPresent(injected::add);
        return injection;
    }

    /// From here on nothing goes wrong any more.
    public void end() {
        over = true;
    }

    /// Where something was written while things could go wrong, in this order.
    public List<Site> writes() {
        return List.copyOf(writes);
    }

    /// What went wrong so far.
    public List<Injection> injected() {
        return List.copyOf(injected);
    }
}
