package dev.setpoint.apiserver.http;

import java.util.List;
import org.eclipse.jetty.http.HttpFields;

/// Writes warnings as headers that clients show to people: `Warning: 299 - "spec.x: deprecated"`.
final class Warnings {
    /// Headers are bounded everywhere on their way; what does not fit is cut off.
    private static final int MAX_CHARACTERS = 4096;

    private Warnings() {}

    static void add(List<String> warnings, HttpFields.Mutable headers) {
        int left = MAX_CHARACTERS;
        for (String warning : warnings) {
            if (left <= 0) {
                return;
            }
            String shown = warning.length() > left ? warning.substring(0, left) : warning;
            left -= shown.length();
            headers.add("Warning", "299 - " + quoted(shown));
        }
    }

    /// Line ends and other control characters would end the header, so they become spaces. A character outside ASCII
    /// would be no character of a header: the whole answer could not be sent.
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(Character.isISOControl(c) ? ' ' : c > '~' ? '?' : c);
        }
        return quoted.append('"').toString();
    }
}
