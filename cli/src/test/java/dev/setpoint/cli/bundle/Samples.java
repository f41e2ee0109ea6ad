package dev.setpoint.cli.bundle;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What [DesugaredTest] rewrites: both forms are asked through types that they share.
final class Samples {
    private Samples() {}

    record Everything(
            boolean on,
            byte small,
            char letter,
            short brief,
            int whole,
            long wide,
            float rough,
            double fine,
            @Nullable String text,
            List<String> texts) {}

    record Nothing() {}

    sealed interface Shape {
        record Circle(int radius) implements Shape {}

        record Square(int side) implements Shape {}

        /// In an interface, so that what is added has to be callable there.
        default String name() {
            return switch (this) {
                case Circle circle when circle.radius > 3 -> "large circle";
                case Circle circle -> "circle of " + circle.radius;
                case Square square -> "square of " + square.side;
            };
        }
    }

    enum Colour {
        RED,
        BLUE
    }

    /// Tells what it is given.
    static final class Describe implements Function<@Nullable Object, String> {
        @Override
        public String apply(@Nullable Object thing) {
            return switch (thing) {
                case null -> "nothing";
                case String text when text.isEmpty() -> "no text";
                case String text -> "text " + text;
                case int[] numbers -> numbers.length + " numbers";
                case Integer number when number > 10 -> "much";
                case Integer number -> "little " + number;
                case Colour colour ->
                    colourName(colour) + new Shape.Circle(colour.name().length()).name();
                default -> "thing";
            };
        }

        private static String colourName(Colour colour) {
            return switch ((Object) colour) {
                case Colour.RED -> "red ";
                case Colour other -> other + " ";
                default -> "";
            };
        }
    }

    /// Makes records that differ in what it is given, and compares them.
    static final class Compare implements Function<@Nullable Object, String> {
        @Override
        public String apply(@Nullable Object number) {
            int n = (Integer) Objects.requireNonNull(number);
            Everything one = of(0);
            Everything other = of(n);
            return one.equals(other) + " " + one.hashCode() + " " + other.hashCode() + " " + one.equals(number) + " "
                    + new Nothing().equals(new Nothing()) + " " + new Nothing().hashCode() + " "
                    + new Shape.Square(n).equals(new Shape.Square(7)) + other;
        }

        /// Equal for 0; for others one field is different.
        private static Everything of(int n) {
            return new Everything(
                    n == 1,
                    (byte) (n == 2 ? 1 : 0),
                    n == 3 ? 'b' : 'a',
                    (short) (n == 4 ? 1 : 0),
                    n == 5 ? 1 : 0,
                    n == 6 ? 1L << 40 : 0,
                    n == 7 ? -0.0f : 0.0f,
                    n == 8 ? Double.NaN : 0.0,
                    n == 9 ? null : "text",
                    n == 10 ? List.of("b") : List.of("a"));
        }
    }
}
