package dev.setpoint.machinery.patch;

import java.util.ArrayList;
import java.util.List;

/// RFC 6901: `/metadata/labels/a~1b`. The pointer without steps names the whole document, or nothing if it was not
/// given or does not begin with a slash.
///
/// @param steps unescaped
record Pointer(String text, List<String> steps) {
    static Pointer parse(String text) {
        List<String> steps = new ArrayList<>();
        int start = text.indexOf('/') + 1;
        while (start > 0) {
            int end = text.indexOf('/', start);
            steps.add(unescape(end < 0 ? text.substring(start) : text.substring(start, end)));
            start = end + 1;
        }
        return new Pointer(text, steps);
    }

    String last() {
        return steps.getLast();
    }

    private static String unescape(String step) {
        return step.indexOf('~') < 0 ? step : step.replace("~1", "/").replace("~0", "~");
    }
}
