package dev.setpoint.expressions;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `find` and `findAll` by regular expressions, and `format` of texts.
final class TextFunctions {
    static final Library LIBRARY = new Library()
            .member(
                    "find",
                    SimpleType.STRING,
                    List.of(SimpleType.STRING, SimpleType.STRING),
                    List.of(String.class, String.class),
                    given -> {
                        List<String> found = find((String) given[0], (String) given[1], 1);
                        return found.isEmpty() ? "" : found.getFirst();
                    })
            .member(
                    "findAll",
                    ListType.create(SimpleType.STRING),
                    List.of(SimpleType.STRING, SimpleType.STRING),
                    List.of(String.class, String.class),
                    given -> find((String) given[0], (String) given[1], -1))
            .member(
                    "findAll",
                    ListType.create(SimpleType.STRING),
                    List.of(SimpleType.STRING, SimpleType.STRING, SimpleType.INT),
                    List.of(String.class, String.class, Long.class),
                    given -> find((String) given[0], (String) given[1], (Long) given[2]))
            .member(
                    "format",
                    SimpleType.STRING,
                    List.of(SimpleType.STRING, ListType.create(SimpleType.DYN)),
                    List.of(String.class, List.class),
                    given -> format((String) given[0], (List<?>) given[1]));

    private TextFunctions() {}

    /// @param most negative for all
    private static List<String> find(String text, String pattern, long most) throws CelEvaluationException {
        Matcher matcher;
        try {
            matcher = Pattern.compile(pattern).matcher(text);
        } catch (PatternSyntaxException e) {
            throw Library.failure("Illegal regex: " + e.getMessage());
        }
        List<String> found = new ArrayList<>();
        while ((most < 0 || found.size() < most) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    private static String format(String template, List<?> values) throws CelEvaluationException {
        StringBuilder text = new StringBuilder();
        int next = 0;
        int i = 0;
        while (i < template.length()) {
            char letter = template.charAt(i++);
            if (letter != '%') {
                text.append(letter);
                continue;
            }
            int precision = -1;
            if (i < template.length() && template.charAt(i) == '.') {
                int from = ++i;
                while (i < template.length() && Character.isDigit(template.charAt(i))) {
                    i++;
                }
                precision = Integer.parseInt("0" + template.substring(from, Math.min(i, from + 3)));
            }
            if (i >= template.length()) {
                throw Library.failure("unexpected end of format string");
            }
            char verb = template.charAt(i++);
            if (verb == '%') {
                text.append('%');
            } else if (next >= values.size()) {
                throw Library.failure("index " + next + " out of range");
            } else {
                text.append(clause(verb, precision, values.get(next++)));
            }
        }
        return text.toString();
    }

    private static String clause(char letter, int precision, Object value) throws CelEvaluationException {
        if (letter == 's') {
            return String.valueOf(value);
        }
        if (value instanceof Number number && (letter == 'f' || letter == 'e')) {
            String digits = "%." + (precision < 0 ? 6 : precision);
            return String.format(Locale.ROOT, digits + letter, number.doubleValue());
        }
        if (!(value instanceof Long number)) {
            throw Library.failure("could not format a value by %" + letter);
        }
        return switch (letter) {
            case 'd' -> number.toString();
            case 'b' -> Long.toBinaryString(number);
            case 'o' -> Long.toOctalString(number);
            case 'x' -> Long.toHexString(number);
            case 'X' -> Long.toHexString(number).toUpperCase(Locale.ROOT);
            default -> throw Library.failure("could not format a value by %" + letter);
        };
    }
}
