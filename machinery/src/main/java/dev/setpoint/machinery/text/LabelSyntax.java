package dev.setpoint.machinery.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What the keys and values of labels look like. Each check answers with complaints in Kubernetes' words, none when the
/// text is sound.
///
/// Kubernetes checks with regular expressions and quotes them in its complaints. Here the check is a walk over the
/// characters, since it runs on every write, and the expression is only quoted.
public final class LabelSyntax {
    private static final int NAME_BYTES = 63;
    private static final int PREFIX_BYTES = 253;
    private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String DOMAIN_LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String BAD_NAME = "must consist of alphanumeric characters, '-', '_' or '.', and must start"
            + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
            + " validation is '" + NAME + "')";
    private static final String BAD_PREFIX = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '" + DOMAIN_LABEL + "(\\." + DOMAIN_LABEL + ")*')";
    private static final String BAD_VALUE = "a valid label must be an empty string or consist of alphanumeric"
            + " characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
            + " or 'my_value',  or '12345', regex used for validation is '(" + NAME + ")?')";

    private LabelSyntax() {}

    /// A name with an optional domain before it: `app`, `example.com/app`.
    public static List<String> key(String text) {
        int slash = text.indexOf('/');
        String name = text.substring(slash + 1);
        if (name.indexOf('/') >= 0) {
            return List.of("a valid label key " + BAD_NAME
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        List<String> complaints = new ArrayList<>(0);
        if (slash == 0) {
            complaints.add("prefix part must be non-empty");
        } else if (slash > 0) {
            prefix(text.substring(0, slash), complaints);
        }
        if (name.isEmpty()) {
            complaints.add("name part must be non-empty");
        } else if (bytes(name) > NAME_BYTES) {
            complaints.add("name part must be no more than " + NAME_BYTES + " bytes");
        }
        if (!isName(name)) {
            complaints.add("name part " + BAD_NAME);
        }
        return complaints;
    }

    public static List<String> value(String text) {
        List<String> complaints = new ArrayList<>(0);
        if (bytes(text) > NAME_BYTES) {
            complaints.add("must be no more than " + NAME_BYTES + " bytes");
        }
        if (!text.isEmpty() && !isName(text)) {
            complaints.add(BAD_VALUE);
        }
        return complaints;
    }

    private static void prefix(String prefix, List<String> complaints) {
        if (bytes(prefix) > PREFIX_BYTES) {
            complaints.add("prefix part must be no more than " + PREFIX_BYTES + " bytes");
        }
        if (!isDomain(prefix)) {
            complaints.add("prefix part " + BAD_PREFIX);
        }
    }

    /// Letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
    public static boolean isName(String text) {
        int last = text.length() - 1;
        if (last < 0 || !isAlphanumeric(text.charAt(0)) || !isAlphanumeric(text.charAt(last))) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            char next = text.charAt(i);
            if (!isAlphanumeric(next) && next != '-' && next != '_' && next != '.') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDomain(String text) {
        char before = '.';
        for (int i = 0; i <= text.length(); i++) {
            char next = i == text.length() ? '.' : text.charAt(i);
            boolean edge = next == '.' || before == '.';
            if (!isLowerOrDigit(next) && next != '-' && next != '.') {
                return false;
            }
            if (edge && !isLowerOrDigit(next == '.' ? before : next)) {
                return false; // A label begins and ends with a letter or digit.
            }
            before = next;
        }
        return true;
    }

    private static int bytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return text.length();
    }

    private static boolean isAlphanumeric(char character) {
        return isLowerOrDigit(character) || (character >= 'A' && character <= 'Z');
    }

    private static boolean isLowerOrDigit(char character) {
        return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    }
}
