package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.text.LabelSyntax;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The syntaxes of names, as sentences about what is wrong with a text: none when nothing is.
///
/// They are the words that clients of Kubernetes know, down to the regular expressions that they quote; the checks
/// themselves are loops over characters, since they run on every write.
public final class Formats {
    public static final int LABEL_LENGTH = 63;
    public static final int SUBDOMAIN_LENGTH = 253;
    private static final int PORT_NAME_LENGTH = 15;

    private static final String LABEL_PATTERN = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String SUBDOMAIN_PATTERN = LABEL_PATTERN + "(\\." + LABEL_PATTERN + ")*";
    private static final String QUALIFIED_PATTERN = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String BAD_LABEL = pattern(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and"
                    + " end with an alphanumeric character",
            LABEL_PATTERN,
            "my-name",
            "123-abc");
    private static final String BAD_LABEL_1035 = pattern(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character",
            "[a-z]([-a-z0-9]*[a-z0-9])?",
            "my-name",
            "abc-123");
    private static final String BAD_SUBDOMAIN = pattern(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character",
            SUBDOMAIN_PATTERN,
            "example.com");
    private static final String BAD_QUALIFIED = pattern(
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character",
            QUALIFIED_PATTERN,
            "MyName",
            "my.name",
            "123-abc");
    private static final String BAD_LABEL_VALUE = pattern(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                    + " start and end with an alphanumeric character",
            "(" + QUALIFIED_PATTERN + ")?",
            "MyValue",
            "my_value",
            "12345");

    private static final String BAD_CONFIG_KEY = pattern(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
            "[-._a-zA-Z0-9]+",
            "key.name",
            "KEY_NAME",
            "key-name");
    private static final String BAD_HEADER_NAME = pattern(
            "a valid HTTP header must consist of alphanumeric characters or '-'", "[-A-Za-z0-9]+", "X-Header-Name");
    private static final String BAD_PERCENT = pattern(
            "a valid percent string must be a numeric string followed by an ending '%'", "[0-9]+%", "1%", "93%");
    private static final String BAD_IDENTIFIER = pattern(
            "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric"
                    + " characters or '_'",
            "[A-Za-z_][A-Za-z0-9_]*",
            "my_name",
            "MY_NAME",
            "MyName");
    private static final String UNDERSCORED_PATTERN = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
    private static final String BAD_UNDERSCORED_SUBDOMAIN = pattern(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and"
                    + " must start and end with an alphanumeric character",
            UNDERSCORED_PATTERN + "(\\." + UNDERSCORED_PATTERN + ")*",
            "example.com");
    private static final String BAD_WILDCARD_SUBDOMAIN = pattern(
            "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist"
                    + " of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
            "\\*\\." + SUBDOMAIN_PATTERN,
            "*.example.com");

    private Formats() {}

    /// The sentence of a text that does not match, with examples of what does.
    static String pattern(String sentence, String pattern, String... examples) {
        StringBuilder text = new StringBuilder(sentence).append(" (");
        for (int i = 0; i < examples.length; i++) {
            text.append(i == 0 ? "e.g. '" : " or '").append(examples[i]).append("', ");
        }
        return text.append("regex used for validation is '")
                .append(pattern)
                .append("')")
                .toString();
    }

    static String atMostCharacters(int length) {
        return "must be no more than " + length + " characters";
    }

    public static List<String> dns1123Subdomain(String text) {
        return verdict(
                text.length() <= SUBDOMAIN_LENGTH,
                atMostCharacters(SUBDOMAIN_LENGTH),
                isSubdomain(text),
                BAD_SUBDOMAIN);
    }

    public static List<String> dns1123Label(String text) {
        if (isLabel(text, 0, text.length()) && text.length() <= LABEL_LENGTH) {
            return List.of();
        }
        String shape = isSubdomain(text) ? "must not contain dots" : BAD_LABEL;
        return verdict(
                text.length() <= LABEL_LENGTH, atMostCharacters(LABEL_LENGTH), isLabel(text, 0, text.length()), shape);
    }

    public static List<String> dns1035Label(String text) {
        boolean valid = isLabel(text, 0, text.length()) && !isDigit(text.charAt(0));
        return verdict(text.length() <= LABEL_LENGTH, atMostCharacters(LABEL_LENGTH), valid, BAD_LABEL_1035);
    }

    /// A label key, a finalizer, the name of a condition: a name with an optional domain before a slash.
    public static List<String> labelKey(String text) {
        int slash = text.indexOf('/');
        if (slash >= 0 && text.indexOf('/', slash + 1) >= 0) {
            return List.of("a valid label key " + BAD_QUALIFIED
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (slash < 0 && LabelSyntax.isName(text) && text.length() <= LABEL_LENGTH) {
            return List.of();
        }
        List<String> mistakes = new ArrayList<>(2);
        if (slash >= 0) {
            prefixMistakes(text.substring(0, slash), mistakes);
        }
        String name = text.substring(slash + 1);
        if (name.isEmpty()) {
            mistakes.add("name part must be non-empty");
        } else if (bytes(name) > LABEL_LENGTH) {
            mistakes.add("name part must be no more than " + LABEL_LENGTH + " bytes");
        }
        if (!LabelSyntax.isName(name)) {
            mistakes.add("name part " + BAD_QUALIFIED);
        }
        return mistakes;
    }

    private static void prefixMistakes(String prefix, List<String> mistakes) {
        if (prefix.isEmpty()) {
            mistakes.add("prefix part must be non-empty");
            return;
        }
        if (bytes(prefix) > SUBDOMAIN_LENGTH) {
            mistakes.add("prefix part must be no more than " + SUBDOMAIN_LENGTH + " bytes");
        }
        if (!isSubdomain(prefix)) {
            mistakes.add("prefix part " + BAD_SUBDOMAIN);
        }
    }

    public static List<String> labelValue(String text) {
        boolean shaped = text.isEmpty() || LabelSyntax.isName(text);
        boolean shortEnough = text.length() <= LABEL_LENGTH && (shaped || bytes(text) <= LABEL_LENGTH);
        return verdict(shortEnough, "must be no more than " + LABEL_LENGTH + " bytes", shaped, BAD_LABEL_VALUE);
    }

    /// A name that can stand between two slashes of a URL.
    public static List<String> pathSegment(String text) {
        if (text.equals(".") || text.equals("..")) {
            return List.of("may not be '" + text + "'");
        }
        return pathSegmentPrefix(text);
    }

    static List<String> pathSegmentPrefix(String text) {
        return verdict(text.indexOf('/') < 0, "may not contain '/'", text.indexOf('%') < 0, "may not contain '%'");
    }

    public static List<String> portName(String text) {
        List<String> mistakes = new ArrayList<>(0);
        if (text.length() > PORT_NAME_LENGTH) {
            mistakes.add(atMostCharacters(PORT_NAME_LENGTH));
        }
        boolean letters = false;
        boolean others = text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            letters |= isLower(next);
            others |= !isLower(next) && !isDigit(next) && next != '-';
        }
        if (others) {
            mistakes.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!letters) {
            mistakes.add("must contain at least one letter (a-z)");
        }
        if (text.contains("--")) {
            mistakes.add("must not contain consecutive hyphens");
        }
        if (text.startsWith("-") || text.endsWith("-")) {
            mistakes.add("must not begin or end with a hyphen");
        }
        return mistakes;
    }

    /// The name of an environment variable: printable ASCII but for `=`.
    public static List<String> environmentName(String text) {
        if (text.isEmpty()) {
            return List.of("environment variable name must be non-empty");
        }
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next < ' ' || next > '~' || next == '=') {
                return List.of("a valid environment variable name must consist only of printable ASCII characters"
                        + " other than '='");
            }
        }
        return List.of();
    }

    /// The key of an entry in a ConfigMap or a Secret, which may become the name of a file.
    public static List<String> configKey(String text) {
        boolean shaped = !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            shaped &= isAlphanumeric(next) || next == '-' || next == '_' || next == '.';
        }
        if (shaped && text.length() <= SUBDOMAIN_LENGTH && text.charAt(0) != '.') {
            return List.of();
        }
        List<String> mistakes = new ArrayList<>(
                verdict(text.length() <= SUBDOMAIN_LENGTH, atMostCharacters(SUBDOMAIN_LENGTH), shaped, BAD_CONFIG_KEY));
        if (text.equals(".") || text.equals("..")) {
            mistakes.add("must not be '" + text + "'");
        } else if (text.startsWith("..")) {
            mistakes.add("must not start with '..'");
        }
        return mistakes;
    }

    public static List<String> httpHeaderName(String text) {
        boolean shaped = !text.isEmpty();
        for (int i = 0; i < text.length(); i++) {
            shaped &= isAlphanumeric(text.charAt(i)) || text.charAt(i) == '-';
        }
        return shaped ? List.of() : List.of(BAD_HEADER_NAME);
    }

    public static List<String> percent(String text) {
        int last = text.length() - 1;
        boolean shaped = last > 0 && text.charAt(last) == '%';
        for (int i = 0; i < last; i++) {
            shaped &= isDigit(text.charAt(i));
        }
        return shaped ? List.of() : List.of(BAD_PERCENT);
    }

    public static List<String> cIdentifier(String text) {
        boolean shaped = !text.isEmpty() && !isDigit(text.charAt(0));
        for (int i = 0; i < text.length(); i++) {
            shaped &= isAlphanumeric(text.charAt(i)) || text.charAt(i) == '_';
        }
        return shaped ? List.of() : List.of(BAD_IDENTIFIER);
    }

    /// A domain in which `_` may stand where `-` may, and at the beginning of a part: `_sip._tcp.example.com`.
    public static List<String> subdomainWithUnderscore(String text) {
        boolean shaped = true;
        for (String part : text.split("\\.", -1)) {
            String rest = part.startsWith("_") ? part.substring(1) : part;
            shaped &= isLabel(rest.replace('_', '-'), 0, rest.length()) && !rest.startsWith("_") && !rest.endsWith("_");
        }
        return verdict(
                text.length() <= SUBDOMAIN_LENGTH,
                atMostCharacters(SUBDOMAIN_LENGTH),
                shaped,
                BAD_UNDERSCORED_SUBDOMAIN);
    }

    public static List<String> wildcardSubdomain(String text) {
        boolean shaped = text.startsWith("*.") && isSubdomain(text.substring(2));
        return verdict(
                text.length() <= SUBDOMAIN_LENGTH, atMostCharacters(SUBDOMAIN_LENGTH), shaped, BAD_WILDCARD_SUBDOMAIN);
    }

    /// Whether a text can stand in the path of a URL as it is.
    static boolean isUrlPath(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isAlphanumeric(text.charAt(i)) && "/-._~%!$&'()*+,;=:".indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    static List<String> verdict(boolean first, String firstMistake, boolean second, String secondMistake) {
        if (first) {
            return second ? List.of() : List.of(secondMistake);
        }
        return second ? List.of(firstMistake) : List.of(firstMistake, secondMistake);
    }

    static boolean isSubdomain(String text) {
        int start = 0;
        while (true) {
            int dot = text.indexOf('.', start);
            if (!isLabel(text, start, dot < 0 ? text.length() : dot)) {
                return false;
            }
            if (dot < 0) {
                return true;
            }
            start = dot + 1;
        }
    }

    private static boolean isLabel(String text, int start, int end) {
        if (start >= end || text.charAt(start) == '-' || text.charAt(end - 1) == '-') {
            return false;
        }
        for (int i = start; i < end; i++) {
            char next = text.charAt(i);
            if (!isLower(next) && !isDigit(next) && next != '-') {
                return false;
            }
        }
        return true;
    }

    /// The length in UTF-8.
    public static int bytes(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return length;
    }

    static boolean isAlphanumeric(char character) {
        return isLower(character) || isDigit(character) || (character >= 'A' && character <= 'Z');
    }

    static boolean isLower(char character) {
        return character >= 'a' && character <= 'z';
    }

    static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
