package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.text.Quoted;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What addresses and ranges of addresses must look like. Older fields accept any spelling that says one thing; newer
/// ones only the canonical spelling.
public final class AddressValidation {
    private static final String NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    private static final String NO_RANGE = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

    private AddressValidation() {}

    /// An address in one of the older fields.
    ///
    /// @param known addresses that were there before, however they are spelled
    public static void address(String text, List<String> known, FieldPath path, FieldErrors errors) {
        if (!known.contains(text)) {
            parsed(text, path, errors);
        }
    }

    /// An address in one of the newer fields.
    public static void canonicalAddress(String text, FieldPath path, FieldErrors errors) {
        int before = errors.size();
        IpAddress address = parsed(text, path, errors);
        if (address != null && errors.size() == before && !address.toString().equals(text)) {
            errors.invalid(path, text, canonical(address.toString()));
        }
    }

    private static @Nullable IpAddress parsed(String text, FieldPath path, FieldErrors errors) {
        IpAddress address = IpAddress.parse(text);
        if (address == null) {
            errors.invalid(path, text, NO_ADDRESS);
            return null;
        }
        if (address.hasLeadingZeros()) {
            errors.invalid(path, text, "must not have leading 0s");
        } else if (address.isMapped()) {
            errors.invalid(path, text, "must not be an IPv4-mapped IPv6 address");
        }
        return address;
    }

    /// An address that others are to send to: not one of this host, nor of this wire.
    public static void endpoint(String text, FieldPath path, FieldErrors errors) {
        IpAddress address = IpAddress.parse(text);
        if (address == null) {
            errors.invalid(path, text, "must be a valid IP address");
            return;
        }
        if (address.isUnspecified()) {
            errors.invalid(path, text, "may not be unspecified (" + text + ")");
        }
        if (address.isLoopback()) {
            errors.invalid(path, text, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
        }
        if (address.isLinkLocal()) {
            errors.invalid(path, text, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
        }
        if (address.isLinkLocalMulticast()) {
            errors.invalid(path, text, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
        }
    }

    /// A range of addresses in one of the older fields.
    public static void range(String text, List<String> known, FieldPath path, FieldErrors errors) {
        if (!known.contains(text)) {
            parsedRange(text, path, errors);
        }
    }

    /// A range of addresses in one of the newer fields.
    public static void canonicalRange(String text, FieldPath path, FieldErrors errors) {
        int before = errors.size();
        String spelled = parsedRange(text, path, errors);
        if (errors.size() == before && !spelled.equals(text)) {
            errors.invalid(path, text, canonical(spelled));
        }
    }

    /// The canonical text of the range; empty when it is none.
    private static String parsedRange(String text, FieldPath path, FieldErrors errors) {
        int slash = text.indexOf('/');
        IpAddress address = slash < 0 ? null : IpAddress.parse(text.substring(0, slash));
        int length = slash < 0 ? -1 : length(text, slash + 1);
        if (address == null || length < 0 || length > (address.isMapped() ? 128 : address.bits())) {
            errors.invalid(path, text, NO_RANGE);
            return "";
        }
        boolean zeros = address.hasLeadingZeros() || (text.length() > slash + 2 && text.charAt(slash + 1) == '0');
        if (zeros) {
            errors.invalid(path, text, "must not have leading 0s in IP or prefix length");
        } else if (address.isMapped()) {
            errors.invalid(path, text, "must not have an IPv4-mapped IPv6 address");
        } else if (!address.isNetwork(length)) {
            errors.invalid(path, text, "must not have bits set beyond the prefix length");
        }
        return address + "/" + length;
    }

    private static int length(String text, int start) {
        int length = 0;
        for (int i = start; i < text.length(); i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9' || length > 128) {
                return -1;
            }
            length = 10 * length + digit - '0';
        }
        return start == text.length() ? -1 : length;
    }

    private static String canonical(String text) {
        return "must be in canonical form (" + Quoted.of(text) + ")";
    }
}
