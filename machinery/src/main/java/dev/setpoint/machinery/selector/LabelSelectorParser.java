package dev.setpoint.machinery.selector;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.text.LabelSyntax;
import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.List;

/// Reads `a=b, c!=d, e in (x,y), f notin (), !g, h, i>1`. Blanks separate and mean nothing.
final class LabelSelectorParser {
    private static final String SYMBOLS = "=!(),><";
    private static final String END = "";

    private final List<String> tokens;
    private int at;

    LabelSelectorParser(String text) {
        this.tokens = tokens(text);
    }

    List<Requirement> parse() {
        List<Requirement> requirements = new ArrayList<>();
        while (!peek().equals(END)) {
            if (!isIdentifier(peek()) && !peek().equals("!")) {
                throw found(peek(), "expected: !, identifier, or 'end of string'");
            }
            try {
                requirements.add(requirement());
            } catch (MalformedSelectorException e) {
                throw new MalformedSelectorException("unable to parse requirement: " + e.getMessage());
            }
            String separator = next();
            if (separator.equals(END)) {
                return requirements;
            }
            if (!separator.equals(",")) {
                throw found(separator, "expected: ',' or 'end of string'");
            }
            if (!isIdentifier(peek()) && !peek().equals("!")) {
                throw found(peek(), "expected: identifier after ','");
            }
        }
        return requirements;
    }

    private Requirement requirement() {
        boolean negated = peek().equals("!");
        if (negated) {
            at++;
        }
        String key = next();
        if (!isIdentifier(key)) {
            throw found(key, "expected: identifier");
        }
        List<String> badKey = LabelSyntax.key(key);
        if (!badKey.isEmpty()) {
            throw new MalformedSelectorException(FieldError.invalid("<nil>", Quoted.of(key), String.join("; ", badKey))
                    .toString());
        }
        if (negated) {
            return Requirement.checked(key, Requirement.Operator.MISSING, List.of());
        }
        if (peek().equals(END) || peek().equals(",")) {
            return Requirement.checked(key, Requirement.Operator.EXISTS, List.of());
        }
        Requirement.Operator operator = operator();
        boolean set = operator == Requirement.Operator.IN || operator == Requirement.Operator.NOT_IN;
        return Requirement.checked(key, operator, set ? values() : List.of(value()));
    }

    private Requirement.Operator operator() {
        String token = next();
        return switch (token) {
            case "=", "==" -> Requirement.Operator.EQUALS;
            case "!=" -> Requirement.Operator.NOT_EQUALS;
            case "in" -> Requirement.Operator.IN;
            case "notin" -> Requirement.Operator.NOT_IN;
            case ">" -> Requirement.Operator.GREATER;
            case "<" -> Requirement.Operator.LESS;
            default -> throw found(token, "expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private String value() {
        if (peek().equals(END) || peek().equals(",")) {
            return "";
        }
        String value = next();
        if (!isIdentifier(value)) {
            throw found(value, "expected: identifier");
        }
        return value;
    }

    /// `(x,y)`; between commas, and between a comma and a parenthesis, stands the empty value.
    private List<String> values() {
        String open = next();
        if (!open.equals("(")) {
            throw new MalformedSelectorException("found '" + open + "' expected: '('");
        }
        if (!isIdentifier(peek()) && !peek().equals(",") && !peek().equals(")")) {
            throw found(peek(), "expected: ',', ')' or identifier");
        }
        List<String> values = new ArrayList<>();
        while (true) {
            String value = isIdentifier(peek()) ? next() : "";
            values.add(value);
            String separator = next();
            if (separator.equals(")")) {
                return values;
            }
            if (!separator.equals(",")) {
                throw found(separator, value.isEmpty() ? "expected: ',', or identifier" : "expected: ',' or ')'");
            }
        }
    }

    private String peek() {
        return tokens.get(at);
    }

    private String next() {
        String token = tokens.get(at);
        at = Math.min(at + 1, tokens.size() - 1);
        return token;
    }

    private static boolean isIdentifier(String token) {
        return !token.isEmpty() && SYMBOLS.indexOf(token.charAt(0)) < 0;
    }

    private static MalformedSelectorException found(String token, String expected) {
        return new MalformedSelectorException("found '" + token + "', " + expected);
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char first = text.charAt(at);
            int end = at + 1;
            if (isBlank(first)) {
                at++;
                continue;
            }
            if (SYMBOLS.indexOf(first) >= 0) {
                boolean doubled = (first == '=' || first == '!') && end < text.length() && text.charAt(end) == '=';
                end += doubled ? 1 : 0;
            } else {
                while (end < text.length() && !isBlank(text.charAt(end)) && SYMBOLS.indexOf(text.charAt(end)) < 0) {
                    end++;
                }
            }
            tokens.add(text.substring(at, end));
            at = end;
        }
        tokens.add(END);
        return tokens;
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\r' || character == '\n';
    }
}
