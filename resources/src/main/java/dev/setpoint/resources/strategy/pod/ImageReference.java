package dev.setpoint.resources.strategy.pod;

/// Reads the names of images as registries do.
///
///     nginx                          the tag is latest
///     host:5000/team/app:1.2         the tag is 1.2
///     app@sha256:0123...             a digest, no tag
final class ImageReference {
    private static final int MAX_NAME_LENGTH = 255;
    private static final int MIN_DIGEST_LENGTH = 32;
    private static final int IDENTIFIER_LENGTH = 64;

    private ImageReference() {}

    /// Whether the image moves: its tag is `latest`, or it has neither tag nor digest. A name that is none moves not.
    static boolean isLatest(String image) {
        int at = image.indexOf('@');
        String named = at < 0 ? image : image.substring(0, at);
        int colon = named.lastIndexOf(':');
        if (colon < named.lastIndexOf('/')) {
            colon = -1; // The colon before a port, not the one before a tag.
        }
        String name = colon < 0 ? named : named.substring(0, colon);
        if (!isName(name) || (at >= 0 && !isDigest(image, at + 1))) {
            return false;
        }
        if (colon >= 0) {
            return named.endsWith(":latest") && named.length() == colon + ":latest".length();
        }
        return at < 0;
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH || isIdentifier(name)) {
            return false;
        }
        int slash = name.indexOf('/');
        boolean hosted = slash > 0 && isHost(name, slash);
        for (int start = hosted ? slash + 1 : 0; start <= name.length(); ) {
            int end = name.indexOf('/', start);
            if (end < 0) {
                end = name.length();
            }
            if (!isComponent(name, start, end)) {
                return false;
            }
            start = end + 1;
        }
        return true;
    }

    /// The part before the first slash is a host when no repository could be called so.
    private static boolean isHost(String name, int end) {
        boolean telling = name.startsWith("localhost/");
        for (int i = 0; i < end; i++) {
            char next = name.charAt(i);
            telling |= next == '.' || next == ':' || (next >= 'A' && next <= 'Z');
            if (!isAlphanumeric(next) && next != '.' && next != ':' && next != '-' && next != '[' && next != ']') {
                return false;
            }
        }
        return telling;
    }

    /// Lower case letters and digits, with single dots, one or two underscores, or dashes between.
    private static boolean isComponent(String name, int start, int end) {
        if (start >= end || !isLowerOrDigit(name.charAt(start)) || !isLowerOrDigit(name.charAt(end - 1))) {
            return false;
        }
        for (int i = start; i < end; i++) {
            char next = name.charAt(i);
            if (isLowerOrDigit(next)) {
                continue;
            }
            int run = i;
            while (name.charAt(run) == next) {
                run++;
            }
            int allowed = switch (next) {
                case '.' -> 1;
                case '_' -> 2;
                case '-' -> MAX_NAME_LENGTH;
                default -> 0;
            };
            if (run - i > allowed || !isLowerOrDigit(name.charAt(run))) {
                return false;
            }
            i = run;
        }
        return true;
    }

    private static boolean isDigest(String image, int start) {
        int colon = image.indexOf(':', start);
        if (colon <= start || image.length() - colon - 1 < MIN_DIGEST_LENGTH) {
            return false;
        }
        return isHex(image, colon + 1);
    }

    /// What could be the identifier of an image is no name.
    private static boolean isIdentifier(String name) {
        return name.length() == IDENTIFIER_LENGTH && isHex(name, 0);
    }

    private static boolean isHex(String text, int start) {
        for (int i = start; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLowerOrDigit(char character) {
        return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
    }

    private static boolean isAlphanumeric(char character) {
        return isLowerOrDigit(character) || (character >= 'A' && character <= 'Z');
    }
}
