package dev.setpoint.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Versions of software: `semver("1.2.3").isLessThan(semver("1.10.0"))`.
final class SemanticVersions {
    private static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
    private static final List<CelType> TEXT = List.of(SimpleType.STRING);
    private static final List<CelType> ONE = List.of(SEMVER);
    private static final List<CelType> TWO = List.of(SEMVER, SEMVER);
    private static final List<Class<?>> OF_TEXT = List.of(String.class);
    private static final List<Class<?>> OF_ONE = List.of(Version.class);
    private static final List<Class<?>> OF_TWO = List.of(Version.class, Version.class);

    static final Library LIBRARY = new Library()
            .global(
                    "isSemver",
                    SimpleType.BOOL,
                    TEXT,
                    OF_TEXT,
                    given -> Version.parse((String) given[0]).isPresent())
            .global("semver", SEMVER, TEXT, OF_TEXT, given -> required((String) given[0]))
            .member("major", SimpleType.INT, ONE, OF_ONE, given -> ((Version) given[0]).major())
            .member("minor", SimpleType.INT, ONE, OF_ONE, given -> ((Version) given[0]).minor())
            .member("patch", SimpleType.INT, ONE, OF_ONE, given -> ((Version) given[0]).patch())
            .member("isGreaterThan", SimpleType.BOOL, TWO, OF_TWO, given -> compare(given) > 0)
            .member("isLessThan", SimpleType.BOOL, TWO, OF_TWO, given -> compare(given) < 0)
            .member("compareTo", SimpleType.INT, TWO, OF_TWO, given -> (long) compare(given));

    private SemanticVersions() {}

    private static int compare(Object[] given) {
        return Integer.signum(((Version) given[0]).compareTo((Version) given[1]));
    }

    private static Version required(String text) throws CelEvaluationException {
        return Version.parse(text)
                .orElseThrow(() -> Library.failure("Semver parse error during conversion from string: " + text));
    }

    /// @param before what comes before the release itself: `beta.2`; empty for the release
    record Version(long major, long minor, long patch, List<String> before) implements Comparable<Version> {
        private static final Pattern FORM = Pattern.compile(
                "(0|[1-9]\\d{0,17})\\.(0|[1-9]\\d{0,17})\\.(0|[1-9]\\d{0,17})(?:-([0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*))?"
                        + "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");

        static Optional<Version> parse(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            String before = matcher.group(4);
            return Optional.of(new Version(
                    Long.parseLong(matcher.group(1)),
                    Long.parseLong(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    before == null ? List.of() : Arrays.asList(before.split("\\.", -1))));
        }

        @Override
        public int compareTo(Version other) {
            int release = Arrays.compare(
                    new long[] {major, minor, patch}, new long[] {other.major, other.minor, other.patch});
            if (release != 0) {
                return release;
            }
            if (before.isEmpty() || other.before.isEmpty()) {
                return Boolean.compare(before.isEmpty(), other.before.isEmpty());
            }
            for (int i = 0; i < Math.min(before.size(), other.before.size()); i++) {
                int part = comparePart(before.get(i), other.before.get(i));
                if (part != 0) {
                    return part;
                }
            }
            return Integer.compare(before.size(), other.before.size());
        }

        /// Numbers come before words.
        private static int comparePart(String one, String other) {
            boolean number = one.matches("\\d+");
            boolean otherNumber = other.matches("\\d+");
            if (number && otherNumber) {
                return new BigInteger(one).compareTo(new BigInteger(other));
            }
            return number == otherNumber ? one.compareTo(other) : Boolean.compare(otherNumber, number);
        }
    }
}
