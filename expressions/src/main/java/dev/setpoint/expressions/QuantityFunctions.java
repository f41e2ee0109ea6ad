package dev.setpoint.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.setpoint.machinery.quantity.MalformedQuantityException;
import dev.setpoint.machinery.quantity.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// Quantities: `quantity("500m").isLessThan(quantity("1"))`.
final class QuantityFunctions {
    private static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    private static final List<CelType> ONE = List.of(QUANTITY);
    private static final List<CelType> TWO = List.of(QUANTITY, QUANTITY);
    private static final List<CelType> AND_NUMBER = List.of(QUANTITY, SimpleType.INT);
    private static final List<Class<?>> OF_ONE = List.of(Quantity.class);
    private static final List<Class<?>> OF_TWO = List.of(Quantity.class, Quantity.class);
    private static final List<Class<?>> OF_NUMBER = List.of(Quantity.class, Long.class);
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    static final Library LIBRARY = new Library()
            .global(
                    "isQuantity",
                    SimpleType.BOOL,
                    List.of(SimpleType.STRING),
                    List.of(String.class),
                    given -> parse((String) given[0]).isPresent())
            .global(
                    "quantity",
                    QUANTITY,
                    List.of(SimpleType.STRING),
                    List.of(String.class),
                    given -> required((String) given[0]))
            .member("sign", SimpleType.INT, ONE, OF_ONE, given ->
                    (long) first(given).signum())
            .member("isInteger", SimpleType.BOOL, ONE, OF_ONE, given -> isInteger(first(given)))
            .member("asInteger", SimpleType.INT, ONE, OF_ONE, given -> integer(first(given)))
            .member(
                    "asApproximateFloat",
                    SimpleType.DOUBLE,
                    ONE,
                    OF_ONE,
                    given -> first(given).amount().doubleValue())
            .member("isGreaterThan", SimpleType.BOOL, TWO, OF_TWO, given -> compare(given) > 0)
            .member("isLessThan", SimpleType.BOOL, TWO, OF_TWO, given -> compare(given) < 0)
            .member("compareTo", SimpleType.INT, TWO, OF_TWO, given -> (long) compare(given))
            .member("add", QUANTITY, TWO, OF_TWO, given -> first(given).plus((Quantity) given[1]))
            .member("sub", QUANTITY, TWO, OF_TWO, given -> first(given).minus((Quantity) given[1]))
            .member(
                    "add",
                    QUANTITY,
                    AND_NUMBER,
                    OF_NUMBER,
                    given -> first(given).plus(number(given)))
            .member(
                    "sub",
                    QUANTITY,
                    AND_NUMBER,
                    OF_NUMBER,
                    given -> first(given).minus(number(given)));

    private QuantityFunctions() {}

    private static Quantity first(Object[] given) {
        return (Quantity) given[0];
    }

    private static Quantity number(Object[] given) {
        return Quantity.of((Long) given[1], first(given).format());
    }

    private static int compare(Object[] given) {
        return Integer.signum(first(given).compareTo((Quantity) given[1]));
    }

    private static Optional<Quantity> parse(String text) {
        try {
            return Optional.of(Quantity.parse(text));
        } catch (MalformedQuantityException _) {
            return Optional.empty();
        }
    }

    private static Quantity required(String text) throws CelEvaluationException {
        return parse(text)
                .orElseThrow(
                        () -> Library.failure("quantity is not valid: quantities must match the regular expression "
                                + "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"));
    }

    private static boolean isInteger(Quantity quantity) {
        BigDecimal amount = quantity.amount();
        return amount.stripTrailingZeros().scale() <= 0 && amount.abs().compareTo(LARGEST) <= 0;
    }

    private static long integer(Quantity quantity) throws CelEvaluationException {
        if (!isInteger(quantity)) {
            throw Library.failure("cannot convert value to integer");
        }
        return quantity.amount().longValueExact();
    }
}
