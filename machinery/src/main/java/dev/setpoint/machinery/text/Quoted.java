package dev.setpoint.machinery.text;

/// A text in double quotes, escaped as Kubernetes' messages escape it (Go's `%q`).
///
///     ü"\n  becomes  "ü\"\n"
public final class Quoted {
    private static final String HEX = "0123456789abcdef";

    private Quoted() {}

    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            append(out, character);
            i += Character.charCount(character);
        }
        return out.append('"').toString();
    }

    private static void append(StringBuilder out, int character) {
        switch (character) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case 0x07 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case 0x0B -> out.append("\\v");
            default -> {
                if (isPrintable(character)) {
                    out.appendCodePoint(character);
                } else if (character < 0x80) {
                    hex(out.append("\\x"), character, 2);
                } else if (character < 0x10000) {
                    hex(out.append("\\u"), character, 4);
                } else {
                    hex(out.append("\\U"), character, 8);
                }
            }
        }
    }

    private static boolean isPrintable(int character) {
        if (character < 0x7F) {
            return character >= ' ';
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private static void hex(StringBuilder out, int character, int digits) {
        for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
            out.append(HEX.charAt(character >> shift & 0xF));
        }
    }
}
