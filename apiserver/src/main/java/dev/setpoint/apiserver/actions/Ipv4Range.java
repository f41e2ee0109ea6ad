package dev.setpoint.apiserver.actions;

/// A block of IPv4 addresses, without its first and last, which are not for use.
///
/// @param base the network's address as a number
/// @param bits how many leading bits are the network's
public record Ipv4Range(long base, int bits) {
    /// From `10.96.0.0/16`.
    public static Ipv4Range parse(String cidr) {
        int slash = cidr.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("range: " + cidr + " (expected: such as 10.96.0.0/16)");
        }
        int bits = Integer.parseInt(cidr.substring(slash + 1));
        long address = number(cidr.substring(0, slash));
        if (address < 0 || bits < 8 || bits > 30) {
            throw new IllegalArgumentException("range: " + cidr + " (expected: such as 10.96.0.0/16)");
        }
        return new Ipv4Range(address >> (32 - bits) << (32 - bits), bits);
    }

    public long size() {
        return (1L << (32 - bits)) - 2;
    }

    /// The address at a place from 0 to `size() - 1`.
    public String address(long index) {
        long number = base + 1 + index;
        return (number >> 24 & 255) + "." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
    }

    public boolean contains(String address) {
        long number = number(address);
        return number > base && number <= base + size();
    }

    /// -1 when the text is no IPv4 address.
    private static long number(String address) {
        String[] parts = address.split("\\.", -1);
        if (parts.length != 4) {
            return -1;
        }
        long number = 0;
        for (String part : parts) {
            boolean digits =
                    !part.isEmpty() && part.length() <= 3 && part.chars().allMatch(Character::isDigit);
            if (!digits || Integer.parseInt(part) > 255) {
                return -1;
            }
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    @Override
    public String toString() {
        return address(-1) + "/" + bits;
    }
}
