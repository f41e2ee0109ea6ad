package dev.setpoint.conformance.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// Bodies that are no tree any more: cut, turned around, too deep, too long.
final class Bytes {
    private static final List<String> YAML = List.of(
            """
            a: &a [x,x,x,x,x,x,x,x,x]
            b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
            c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
            d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
            e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]
            f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]
            g: [*f,*f,*f,*f,*f,*f,*f,*f,*f]
            """,
            "a: &a\n  b: *a\n",
            "&a [*a]",
            "a: !!java.net.URL [http://example.com]\n",
            "a: !!binary ////\n",
            "<<: {a: 1}\nb: 2\n",
            "? [a, b]\n: c\n",
            "? {a: 1}\n: c\n",
            "a: 1\na: 2\n",
            "a: .inf\nb: .nan\nc: 0o17\nd: 1_000\ne: 0b11\n",
            "a: \"\\ud800\"\n",
            "\ta: b\n",
            "--- a\n--- b\n",
            "%YAML 9.9\n---\na: b\n",
            "a: |\n  x\n   y\n z\n",
            "[".repeat(5000),
            "a: ".repeat(3000),
            "- ".repeat(3000),
            "{a: ".repeat(2000));

    private final RandomGenerator random;

    Bytes(RandomGenerator random) {
        this.random = random;
    }

    byte[] damaged(byte[] original) {
        byte[] bytes = original.clone();
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, bytes.length == 0 ? 0 : random.nextInt(bytes.length));
            case 1 -> inserted(bytes, new byte[] {(byte) random.nextInt(256)});
            case 2 -> inserted(bytes, new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff, (byte) 0xed, (byte) 0xa0});
            case 3 -> {
                for (int i = 1 + random.nextInt(3); i > 0 && bytes.length > 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                yield bytes;
            }
            case 4 ->
                inserted(
                        bytes,
                        utf8(List.of("\"", "{", "}", "[", "]", ",", ":", "\\", "\u0000", "\\ud800")
                                .get(random.nextInt(10))));
            default -> inserted(bytes, bytes);
        };
    }

    private byte[] inserted(byte[] bytes, byte[] more) {
        int at = random.nextInt(bytes.length + 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.writeBytes(more);
        out.write(bytes, at, bytes.length - at);
        return out.toByteArray();
    }

    String yaml() {
        return YAML.get(random.nextInt(YAML.size()));
    }

    /// A document within which something is very deep, very long or very big.
    String extreme() {
        int size = 1 << (4 + random.nextInt(12));
        return switch (random.nextInt(7)) {
            case 0 -> "{\"a\":".repeat(size) + "1" + "}".repeat(size);
            case 1 -> "[".repeat(size) + "]".repeat(size);
            case 2 -> "{\"metadata\":{\"name\":\"x\"},\"data\":{\"a\":\"" + "x".repeat(size * 16) + "\"}}";
            case 3 -> "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"replicas\":" + "9".repeat(size) + "}}";
            case 4 -> "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"replicas\":1e" + "9".repeat(1 + size % 20) + "}}";
            case 5 -> "{\"metadata\":{\"name\":\"x\",\"labels\":{" + "\"a\":\"b\",".repeat(size / 8) + "\"c\":\"d\"}}}";
            default -> "{\"metadata\":{\"name\":\"x\",\"finalizers\":[" + "\"a/b\",".repeat(size / 8) + "\"c/d\"]}}";
        };
    }

    /// What looks like protobuf: the envelope with a kind, and fields in it that may make sense.
    byte[] protobuf(String apiVersion, String kind) {
        ByteArrayOutputStream type = new ByteArrayOutputStream();
        field(type, 1, utf8(apiVersion));
        field(type, 2, utf8(kind));
        ByteArrayOutputStream unknown = new ByteArrayOutputStream();
        field(unknown, 1, type.toByteArray());
        field(unknown, 2, message(4));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {'k', '8', 's', 0});
        out.writeBytes(unknown.toByteArray());
        return random.nextInt(4) == 0 ? damaged(out.toByteArray()) : out.toByteArray();
    }

    private byte[] message(int depth) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = random.nextInt(5); i >= 0; i--) {
            int number = 1 + random.nextInt(random.nextInt(10) == 0 ? 600 : 12);
            switch (random.nextInt(depth > 0 ? 6 : 4)) {
                case 0 -> {
                    varint(out, (long) number << 3);
                    varint(out, random.nextLong() >>> random.nextInt(64));
                }
                case 1 -> field(out, number, utf8(new Trees(random).word()));
                case 2 -> field(out, number, new byte[] {(byte) random.nextInt(256), (byte) random.nextInt(256)});
                case 3 -> {
                    varint(out, ((long) number << 3) | random.nextInt(8));
                    varint(out, random.nextInt(1 << 20));
                }
                default -> field(out, number, message(depth - 1));
            }
        }
        return out.toByteArray();
    }

    private static void field(ByteArrayOutputStream out, int number, byte[] value) {
        varint(out, ((long) number << 3) | 2);
        varint(out, value.length);
        out.writeBytes(value);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
