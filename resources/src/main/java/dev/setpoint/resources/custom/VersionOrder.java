package dev.setpoint.resources.custom;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which of two versions a client should prefer: v10, v2, v1, v11beta2, v10beta3, v3beta1, v12alpha1, v11alpha2; then
/// whatever does not look like a version, by name.
final class VersionOrder {
    private static final Pattern VERSION = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");

    static final Comparator<String> BEST_FIRST =
            Comparator.comparing(VersionOrder::rank).reversed().thenComparing(Comparator.naturalOrder());

    private VersionOrder() {}

    private record Rank(int stability, int major, int minor) implements Comparable<Rank> {
        @Override
        public int compareTo(Rank other) {
            return Comparator.comparingInt(Rank::stability)
                    .thenComparingInt(Rank::major)
                    .thenComparingInt(Rank::minor)
                    .compare(this, other);
        }
    }

    private static Rank rank(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return new Rank(0, 0, 0);
        }
        int stability = matcher.group(2) == null ? 3 : matcher.group(2).equals("beta") ? 2 : 1;
        return new Rank(
                stability,
                Integer.parseInt(matcher.group(1)),
                matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)));
    }
}
