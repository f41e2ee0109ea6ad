package dev.setpoint.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// IP addresses and ranges of them.
final class AddressFunctions {
    private static final CelType IP = OpaqueType.create("net.IP");
    private static final CelType CIDR = OpaqueType.create("net.CIDR");
    private static final List<CelType> TEXT = List.of(SimpleType.STRING);
    private static final List<Class<?>> OF_TEXT = List.of(String.class);
    private static final List<Class<?>> OF_IP = List.of(InetAddress.class);
    private static final List<Class<?>> OF_RANGE = List.of(Range.class);

    static final Library LIBRARY = new Library()
            .global("isIP", SimpleType.BOOL, TEXT, OF_TEXT, given -> address((String) given[0]) != null)
            .global("ip", IP, TEXT, OF_TEXT, given -> required((String) given[0]))
            .global(
                    "ip.isCanonical",
                    SimpleType.BOOL,
                    TEXT,
                    OF_TEXT,
                    given -> shown(required((String) given[0])).equals(given[0]))
            .global("string", SimpleType.STRING, List.of(IP), OF_IP, given -> shown((InetAddress) given[0]))
            .member(
                    "family",
                    SimpleType.INT,
                    List.of(IP),
                    OF_IP,
                    given -> ((InetAddress) given[0]).getAddress().length == 4 ? 4L : 6L)
            .member(
                    "isUnspecified",
                    SimpleType.BOOL,
                    List.of(IP),
                    OF_IP,
                    given -> ip(given).isAnyLocalAddress())
            .member(
                    "isLoopback",
                    SimpleType.BOOL,
                    List.of(IP),
                    OF_IP,
                    given -> ip(given).isLoopbackAddress())
            .member(
                    "isLinkLocalMulticast",
                    SimpleType.BOOL,
                    List.of(IP),
                    OF_IP,
                    given -> ip(given).isMCLinkLocal())
            .member(
                    "isLinkLocalUnicast",
                    SimpleType.BOOL,
                    List.of(IP),
                    OF_IP,
                    given -> ip(given).isLinkLocalAddress())
            .member("isGlobalUnicast", SimpleType.BOOL, List.of(IP), OF_IP, given -> isGlobal(ip(given)))
            .global("isCIDR", SimpleType.BOOL, TEXT, OF_TEXT, given -> Range.parse((String) given[0]) != null)
            .global("cidr", CIDR, TEXT, OF_TEXT, given -> requiredRange((String) given[0]))
            .global("string", SimpleType.STRING, List.of(CIDR), OF_RANGE, given -> given[0].toString())
            .member("ip", IP, List.of(CIDR), OF_RANGE, given -> ((Range) given[0]).address())
            .member("prefixLength", SimpleType.INT, List.of(CIDR), OF_RANGE, given ->
                    (long) ((Range) given[0]).length())
            .member("masked", CIDR, List.of(CIDR), OF_RANGE, given -> ((Range) given[0]).masked())
            .member(
                    "containsIP",
                    SimpleType.BOOL,
                    List.of(CIDR, IP),
                    List.of(Range.class, InetAddress.class),
                    given -> ((Range) given[0]).contains((InetAddress) given[1]))
            .member(
                    "containsIP",
                    SimpleType.BOOL,
                    List.of(CIDR, SimpleType.STRING),
                    List.of(Range.class, String.class),
                    given -> ((Range) given[0]).contains(required((String) given[1])))
            .member(
                    "containsCIDR",
                    SimpleType.BOOL,
                    List.of(CIDR, CIDR),
                    List.of(Range.class, Range.class),
                    given -> ((Range) given[0]).contains((Range) given[1]))
            .member(
                    "containsCIDR",
                    SimpleType.BOOL,
                    List.of(CIDR, SimpleType.STRING),
                    List.of(Range.class, String.class),
                    given -> ((Range) given[0]).contains(requiredRange((String) given[1])));

    private AddressFunctions() {}

    private static InetAddress ip(Object[] given) {
        return (InetAddress) given[0];
    }

    private static boolean isGlobal(InetAddress address) {
        return !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isMulticastAddress()
                && !address.isLinkLocalAddress();
    }

    /// Null when the text is no address. Names are never looked up.
    private static @Nullable InetAddress address(String text) {
        boolean plausible = text.indexOf(':') >= 0 ? !text.contains("%") : text.matches("(\\d{1,3}\\.){3}\\d{1,3}");
        try {
            return plausible ? InetAddress.ofLiteral(text) : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static InetAddress required(String text) throws CelEvaluationException {
        InetAddress address = address(text);
        if (address == null) {
            throw Library.failure("IP Address \"" + text + "\" parse error during conversion from string");
        }
        return address;
    }

    private static Range requiredRange(String text) throws CelEvaluationException {
        Range range = Range.parse(text);
        if (range == null) {
            throw Library.failure("network address parse error during conversion from string: " + text);
        }
        return range;
    }

    /// The shortest form, with the longest run of zeros left out.
    private static String shown(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return address.getHostAddress();
        }
        String groups = address.getHostAddress();
        String longest = "";
        for (int run = 8; run >= 2 && longest.isEmpty(); run--) {
            String zeros = "0" + ":0".repeat(run - 1);
            if ((":" + groups + ":").contains(":" + zeros + ":")) {
                longest = zeros;
            }
        }
        if (longest.isEmpty()) {
            return groups;
        }
        String shortened = (":" + groups + ":").replaceFirst(":" + longest + ":", "::");
        String start = shortened.startsWith("::") ? shortened : shortened.substring(1);
        return start.endsWith("::") ? start : start.substring(0, start.length() - 1);
    }

    /// A range of addresses: `10.0.0.0/8`.
    record Range(InetAddress address, int length) {
        static @Nullable Range parse(String text) {
            int slash = text.indexOf('/');
            InetAddress address = slash < 0 ? null : AddressFunctions.address(text.substring(0, slash));
            String length = text.substring(slash + 1);
            if (address == null || !length.matches("0|[1-9]\\d{0,2}")) {
                return null;
            }
            int bits = Integer.parseInt(length);
            return bits > address.getAddress().length * 8 ? null : new Range(address, bits);
        }

        Range masked() {
            byte[] bytes = address.getAddress();
            for (int bit = length; bit < bytes.length * 8; bit++) {
                bytes[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
            }
            try {
                return new Range(InetAddress.getByAddress(bytes), length);
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e); // The length of an address did not change.
            }
        }

        boolean contains(InetAddress other) {
            return other.getAddress().length == address.getAddress().length
                    && Arrays.equals(
                            new Range(other, length).masked().address.getAddress(),
                            masked().address.getAddress());
        }

        boolean contains(Range other) {
            return other.length >= length && contains(other.address);
        }

        @Override
        public String toString() {
            return shown(address) + "/" + length;
        }
    }
}
