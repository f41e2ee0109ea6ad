package dev.setpoint.resources.structural;

import com.google.re2j.Pattern;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.IpAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Map;
import java.util.function.Predicate;

/// The formats that custom resources can ask of a text. Others limit nothing.
public final class TextFormats {
    private static final String DIGITS = "[0-9a-f]";
    private static final Pattern EMAIL = Pattern.compile("^[^@\\s<>,;]+@[^@\\s<>,;]+$");
    private static final Pattern HOSTNAME =
            Pattern.compile("^([a-zA-Z0-9\\p{L}]([a-zA-Z0-9\\p{L}\\-]{0,61}[a-zA-Z0-9\\p{L}])?)(\\.[a-zA-Z0-9\\p{L}]"
                    + "([a-zA-Z0-9\\p{L}\\-]{0,61}[a-zA-Z0-9\\p{L}])?)*$");
    private static final Pattern MAC = Pattern.compile("(?i)^(" + DIGITS + "{2}([:-]" + DIGITS + "{2}){5}([:-]" + DIGITS
            + "{2}){0,2}|" + DIGITS + "{4}(\\." + DIGITS + "{4}){2,3})$");
    private static final Pattern DURATION = Pattern.compile(
            "^([-+]?((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+|0|\\d+\\s*(ns|nanos?|nanoseconds?|us|µs|micros?|"
                    + "microseconds?|ms|millis?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|"
                    + "days?|w|wks?|weeks?))$");
    private static final Pattern DATE_TIME =
            Pattern.compile("^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$");
    private static final Pattern CREDIT_CARD = Pattern.compile(
            "^(4[0-9]{12}([0-9]{3})?|5[1-5][0-9]{14}|6(011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(0[0-5]|[68][0-9])"
                    + "[0-9]{11}|(2131|1800|35\\d{3})\\d{11})$");

    private static final Map<String, Predicate<String>> FORMATS = Map.ofEntries(
            Map.entry("bsonobjectid", matching("^[0-9a-fA-F]{24}$")),
            Map.entry("uri", TextFormats::uri),
            Map.entry("email", matching(EMAIL)),
            Map.entry("hostname", text -> text.length() <= 255 && HOSTNAME.matches(text)),
            Map.entry("ipv4", text -> !text.contains(":") && IpAddress.parse(text) != null),
            Map.entry("ipv6", text -> text.contains(":") && IpAddress.parse(text) != null),
            Map.entry("cidr", TextFormats::cidr),
            Map.entry("mac", matching(MAC)),
            Map.entry("uuid", uuid("", "")),
            Map.entry("uuid3", uuid("3", "")),
            Map.entry("uuid4", uuid("4", "[89ab]")),
            Map.entry("uuid5", uuid("5", "[89ab]")),
            Map.entry("isbn", text -> isbn10(text) || isbn13(text)),
            Map.entry("isbn10", TextFormats::isbn10),
            Map.entry("isbn13", TextFormats::isbn13),
            Map.entry("creditcard", text -> CREDIT_CARD.matches(text.replaceAll("[^0-9]+", ""))),
            Map.entry("ssn", matching("^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$")),
            Map.entry("hexcolor", matching("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")),
            Map.entry("rgbcolor", TextFormats::rgbColor),
            Map.entry("byte", TextFormats::base64),
            Map.entry("password", _ -> true),
            Map.entry("date", TextFormats::date),
            Map.entry("duration", matching(DURATION)),
            Map.entry("datetime", TextFormats::dateTime),
            Map.entry("k8sshortname", text -> Formats.dns1123Label(text).isEmpty()),
            Map.entry("k8slongname", text -> Formats.dns1123Subdomain(text).isEmpty()));

    private TextFormats() {}

    /// Whether a text is in a format; true for formats that nobody knows.
    public static boolean matches(String format, String text) {
        Predicate<String> known = FORMATS.get(format.replace("-", ""));
        return known == null || known.test(text);
    }

    public static boolean known(String format) {
        return FORMATS.containsKey(format.replace("-", ""));
    }

    private static Predicate<String> matching(String pattern) {
        return matching(Pattern.compile(pattern));
    }

    private static Predicate<String> matching(Pattern pattern) {
        return text -> pattern.matcher(text).find();
    }

    private static Predicate<String> uuid(String version, String variant) {
        String third = version.isEmpty() ? DIGITS + "{4}" : version + DIGITS + "{3}";
        String fourth = variant.isEmpty() ? DIGITS + "{4}" : variant + DIGITS + "{3}";
        return matching(
                "(?i)^" + DIGITS + "{8}-?" + DIGITS + "{4}-?" + third + "-?" + fourth + "-?" + DIGITS + "{12}$");
    }

    private static boolean uri(String text) {
        try {
            URI uri = new URI(text);
            return uri.isAbsolute() || text.startsWith("/");
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static boolean cidr(String text) {
        int slash = text.indexOf('/');
        IpAddress address = slash < 0 ? null : IpAddress.parse(text.substring(0, slash));
        if (address == null) {
            return false;
        }
        String length = text.substring(slash + 1);
        return length.matches("0|[1-9][0-9]{0,2}") && Integer.parseInt(length) <= address.bits();
    }

    private static boolean isbn10(String text) {
        String digits = text.replaceAll("[\\s-]+", "");
        if (!digits.matches("[0-9]{9}[0-9X]")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += (i + 1) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
        }
        return sum % 11 == 0;
    }

    private static boolean isbn13(String text) {
        String digits = text.replaceAll("[\\s-]+", "");
        if (!digits.matches("[0-9]{13}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
        }
        return sum % 10 == 0;
    }

    private static boolean rgbColor(String text) {
        String part = "\\s*(25[0-5]|2[0-4]\\d|1\\d\\d|\\d\\d?)\\s*";
        return text.matches("rgb\\(" + part + "," + part + "," + part + "\\)");
    }

    private static boolean base64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return text.length() % 4 == 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean date(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeParseException _) {
            return false;
        }
    }

    private static boolean dateTime(String text) {
        return DATE_TIME.matches(text) && Timestamps.parse(text).isPresent();
    }
}
