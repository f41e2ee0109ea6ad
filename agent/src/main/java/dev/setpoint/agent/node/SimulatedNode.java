package dev.setpoint.agent.node;

/// One node and the addresses that follow from its number.
///
/// Nodes have addresses from 172.18.0.2 on. The pods of the first are in 10.244.0.0/24, as people know it, those of the
/// next in 10.244.1.0/24, and after 10.255.255.0/24 it goes on at 10.128.0.0/24: room for 32,768 nodes, clear of the
/// range for Services.
///
/// @param number from 0
public record SimulatedNode(String name, int number) {
    /// How many pods of one node can have an address of their own.
    public static final int ADDRESSES = 253;

    private static final int RANGES = 1 << 15;
    private static final int FIRST_RANGE = (244 - 128) << 8;

    public SimulatedNode {
        if (number < 0 || number >= RANGES) {
            throw new IllegalArgumentException("number: " + number + " (expected: 0.." + (RANGES - 1) + ")");
        }
    }

    public String address() {
        int host = number + 2;
        return "172." + (18 + (host >> 16)) + "." + ((host >> 8) & 255) + "." + (host & 255);
    }

    public String podCidr() {
        return podPrefix() + "0/24";
    }

    /// @param index from 0 to [#ADDRESSES] - 1; the first address of the range is the node's own
    public String podAddress(int index) {
        return podPrefix() + (index + 2);
    }

    private String podPrefix() {
        int range = (FIRST_RANGE + number) % RANGES;
        return "10." + (128 + (range >> 8)) + "." + (range & 255) + ".";
    }
}
