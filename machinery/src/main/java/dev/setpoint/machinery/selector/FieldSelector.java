package dev.setpoint.machinery.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// Conditions on fields, all of which must hold: `metadata.name=a,status.phase!=Running`. In values `\`, `,` and `=`
/// are written with a backslash before them.
public final class FieldSelector {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private final List<Term> terms;

    private FieldSelector(List<Term> terms) {
        this.terms = terms;
    }

    /// @param equal whether the field must have the value or must not have it
    public record Term(String field, boolean equal, String value) {
        boolean matches(UnaryOperator<String> fields) {
            return fields.apply(field).equals(value) == equal;
        }

        @Override
        public String toString() {
            String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
            return field + (equal ? "=" : "!=") + escaped;
        }
    }

    /// From the text of a `fieldSelector` parameter. Which fields a kind has is for the caller to check.
    ///
    /// @throws MalformedSelectorException with the API server's words
    public static FieldSelector parse(String text) {
        if (text.isEmpty()) {
            return EVERYTHING;
        }
        List<Term> terms = new ArrayList<>();
        for (String part : split(text).stream().sorted().toList()) {
            if (!part.isEmpty()) {
                terms.add(term(part, text));
            }
        }
        return new FieldSelector(List.copyOf(terms));
    }

    /// The same conditions on fields of other names.
    ///
    /// @param names gives the other name, which may be the same
    public FieldSelector renamed(UnaryOperator<String> names) {
        List<Term> renamed = new ArrayList<>(terms.size());
        for (Term term : terms) {
            renamed.add(new Term(names.apply(term.field()), term.equal(), term.value()));
        }
        return new FieldSelector(List.copyOf(renamed));
    }

    /// @param fields gives the value of a field, the empty text when the object has none
    public boolean matches(UnaryOperator<String> fields) {
        for (Term term : terms) {
            if (!term.matches(fields)) {
                return false;
            }
        }
        return true;
    }

    public boolean isEverything() {
        return terms.isEmpty();
    }

    public List<Term> terms() {
        return terms;
    }

    /// The one value that a field must have, if there is one: a watch on `metadata.name` or `spec.nodeName` is found
    /// by it.
    public Optional<String> pinned(String field) {
        for (Term term : terms) {
            if (term.equal() && term.field().equals(field)) {
                return Optional.of(term.value());
            }
        }
        return Optional.empty();
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static Term term(String part, String selector) {
        int equals = part.indexOf('=');
        if (equals < 0) {
            throw new MalformedSelectorException(
                    "invalid selector: '" + selector + "'; can't understand '" + part + "'");
        }
        boolean negated = equals > 0 && part.charAt(equals - 1) == '!';
        boolean doubled = !negated && part.startsWith("==", equals);
        String field = part.substring(0, negated ? equals - 1 : equals);
        return new Term(field, !negated, unescape(part.substring(doubled ? equals + 2 : equals + 1)));
    }

    private static String unescape(String value) {
        StringBuilder plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next == ',' || next == '=') {
                throw new MalformedSelectorException(
                        "invalid field selector: unescaped character in value: " + (int) next);
            }
            if (next == '\\') {
                i++;
                if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                    throw new MalformedSelectorException("invalid field selector: invalid escape sequence: \\"
                            + (i == value.length() ? "" : Character.toString(value.codePointAt(i))));
                }
                next = value.charAt(i);
            }
            plain.append(next);
        }
        return plain.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSelector that && terms.equals(that.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    @Override
    public String toString() {
        return terms.stream().map(Term::toString).collect(Collectors.joining(","));
    }
}
