package dev.setpoint.machinery.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// An exact amount with the format in which it is shown.
///
///     Quantity.parse("1.5").toString()                                    1500m
///     Quantity.parse("1024Mi").toString()                                 1Gi
///     Quantity.parse("100m").plus(Quantity.parse("0.9")).toString()       1
///
/// Equality and order are those of the amount: `1` equals `1000m`. What is finer than a nano is rounded away from zero
/// when parsed, so that who asks for something never gets nothing.
public final class Quantity implements Comparable<Quantity> {
    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, QuantityFormat.DECIMAL, "0");

    private static final BigInteger BASE_1024 = BigInteger.valueOf(1024);
    private static final BigDecimal LEAST_BINARY = BigDecimal.valueOf(1024);
    private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final String DECIMAL_LETTERS = "num kMGTPE";
    private static final int ONE = DECIMAL_LETTERS.indexOf(' ');
    private static final String BINARY_LETTERS = " KMGTPE";
    private static final int MILLI = 3;
    private static final int EXA = 18;

    private final BigDecimal amount;
    private final QuantityFormat format;
    private String text;

    Quantity(BigDecimal amount, QuantityFormat format, String text) {
        this.amount = amount;
        this.format = format;
        this.text = text;
    }

    /// @throws MalformedQuantityException in Kubernetes' words
    public static Quantity parse(String text) {
        return text.equals("0") ? ZERO : new QuantityParser(text).parse();
    }

    public static Quantity of(long value, QuantityFormat format) {
        return new Quantity(BigDecimal.valueOf(value), format, "");
    }

    public static Quantity ofMillis(long thousandths, QuantityFormat format) {
        return new Quantity(BigDecimal.valueOf(thousandths, MILLI), format, "");
    }

    public QuantityFormat format() {
        return format;
    }

    public BigDecimal amount() {
        return amount;
    }

    /// The whole number next to the amount, away from zero; the largest or smallest long where it has no place.
    public long value() {
        return rounded(amount);
    }

    /// A thousand times the amount, rounded like [#value]: what the scheduler counts of CPU.
    public long millis() {
        return rounded(amount.scaleByPowerOfTen(MILLI));
    }

    public boolean isZero() {
        return amount.signum() == 0;
    }

    public int signum() {
        return amount.signum();
    }

    /// Zero takes the format of what is added to it.
    public Quantity plus(Quantity other) {
        return new Quantity(amount.add(other.amount), isZero() ? other.format : format, "");
    }

    public Quantity minus(Quantity other) {
        return new Quantity(amount.subtract(other.amount), isZero() ? other.format : format, "");
    }

    public Quantity times(long factor) {
        return new Quantity(amount.multiply(BigDecimal.valueOf(factor)), format, "");
    }

    public Quantity negated() {
        return new Quantity(amount.negate(), format, "");
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Quantity that && amount.compareTo(that.amount) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }

    /// The canonical text. Found once; two threads that find it together find the same.
    @Override
    public String toString() {
        if (text.isEmpty()) {
            text = canonical();
        }
        return text;
    }

    private String canonical() {
        if (isZero()) {
            return "0";
        }
        return switch (format) {
            case EXPONENT -> decimal(true);
            case DECIMAL -> decimal(false);
            // A binary letter would lose the fraction or say nothing.
            case BINARY ->
                amount.abs().compareTo(LEAST_BINARY) < 0
                                || amount.stripTrailingZeros().scale() > 0
                        ? decimal(false)
                        : binary();
        };
    }

    /// No factor of ten is left in the number but what makes the exponent a multiple of three.
    private String decimal(boolean exponents) {
        BigDecimal stripped = amount.stripTrailingZeros();
        int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
        int shown = exponents ? exponent : Math.min(exponent, EXA);
        String number = stripped.scaleByPowerOfTen(-shown).toBigIntegerExact().toString();
        if (shown == 0) {
            return number;
        }
        return exponents ? number + "e" + shown : number + DECIMAL_LETTERS.charAt(ONE + shown / 3);
    }

    private String binary() {
        BigInteger number = amount.toBigIntegerExact();
        int power = 0;
        while (power < BINARY_LETTERS.length() - 1) {
            BigInteger[] divided = number.divideAndRemainder(BASE_1024);
            if (divided[1].signum() != 0) {
                break;
            }
            number = divided[0];
            power++;
        }
        return power == 0 ? number.toString() : number + BINARY_LETTERS.substring(power, power + 1) + "i";
    }

    private static long rounded(BigDecimal amount) {
        BigDecimal whole = amount.setScale(0, RoundingMode.UP);
        return whole.min(MOST_LONG).max(LEAST_LONG).longValueExact();
    }
}
