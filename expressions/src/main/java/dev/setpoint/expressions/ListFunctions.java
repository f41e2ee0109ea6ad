package dev.setpoint.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.runtime.CelEvaluationException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// `isSorted`, `sum`, `min`, `max`, `indexOf` and `lastIndexOf` of lists.
final class ListFunctions {
    private static final CelType ELEMENT = TypeParamType.create("T");
    private static final CelType LIST = ListType.create(ELEMENT);

    static final Library LIBRARY = new Library()
            .member("isSorted", SimpleType.BOOL, List.of(LIST), List.of(List.class), given -> isSorted(list(given)))
            .member("sum", ELEMENT, List.of(LIST), List.of(List.class), given -> sum(list(given)))
            .member("min", ELEMENT, List.of(LIST), List.of(List.class), given -> extreme(list(given), -1, "min"))
            .member("max", ELEMENT, List.of(LIST), List.of(List.class), given -> extreme(list(given), 1, "max"))
            .member("indexOf", SimpleType.INT, List.of(LIST, ELEMENT), List.of(List.class, Object.class), given ->
                    (long) list(given).indexOf(given[1]))
            .member("lastIndexOf", SimpleType.INT, List.of(LIST, ELEMENT), List.of(List.class, Object.class), given ->
                    (long) list(given).lastIndexOf(given[1]));

    private ListFunctions() {}

    private static List<?> list(Object[] given) {
        return (List<?>) given[0];
    }

    private static boolean isSorted(List<?> list) throws CelEvaluationException {
        for (int i = 1; i < list.size(); i++) {
            if (compare(list.get(i - 1), list.get(i)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object sum(List<?> list) throws CelEvaluationException {
        Object sum = list.isEmpty() ? 0L : list.getFirst();
        for (Object element : list.subList(Math.min(1, list.size()), list.size())) {
            sum = switch (sum) {
                case Long one when element instanceof Long other -> Math.addExact(one, other);
                case Double one when element instanceof Double other -> one + other;
                case Duration one when element instanceof Duration other -> one.plus(other);
                default -> throw Library.failure("no such overload");
            };
        }
        return sum;
    }

    private static Object extreme(List<?> list, int direction, String name) throws CelEvaluationException {
        if (list.isEmpty()) {
            throw Library.failure(name + " called on empty list");
        }
        Object extreme = list.getFirst();
        for (Object element : list) {
            extreme = compare(element, extreme) * direction > 0 ? element : extreme;
        }
        return extreme;
    }

    private static int compare(Object one, Object other) throws CelEvaluationException {
        return switch (one) {
            case Long left when other instanceof Long right -> left.compareTo(right);
            case Double left when other instanceof Double right -> left.compareTo(right);
            case String left when other instanceof String right -> left.compareTo(right);
            case Boolean left when other instanceof Boolean right -> left.compareTo(right);
            case Instant left when other instanceof Instant right -> left.compareTo(right);
            case Duration left when other instanceof Duration right -> left.compareTo(right);
            default -> throw Library.failure("no such overload");
        };
    }
}
