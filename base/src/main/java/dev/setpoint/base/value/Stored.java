package dev.setpoint.base.value;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/// One object at one revision: immutable, shared by everybody who reads it.
///
/// `bytes` is JSON with one hole: at offset `hole` the revision's digits belong, inside the quotes of
/// `"resourceVersion":""`. A `hole` of -1 means that the bytes go out as they are.
///
///     bytes:    {"kind":"Pod", ... "resourceVersion":"", ...}
///     revision: 4711                                ^ hole
///     sent:     {"kind":"Pod", ... "resourceVersion":"4711", ...}
///
/// The array is never modified after construction; callers of [#bytes] only read.
public record Stored(Key key, long revision, Header header, byte[] bytes, int hole) {
    public Stored {
        if (hole < -1 || hole > bytes.length) {
            throw new IllegalArgumentException("hole: " + hole + " (expected: -1.." + bytes.length + ")");
        }
    }

    /// The same bytes at another revision: how a value becomes its own DELETED event.
    public Stored at(long newRevision) {
        return new Stored(key, newRevision, header, bytes, hole);
    }

    public void writeTo(OutputStream out) throws IOException {
        writeTo(out, 0);
    }

    /// Leaves out the first `from` bytes, which must lie before the hole.
    public void writeTo(OutputStream out, int from) throws IOException {
        if (hole < 0) {
            out.write(bytes, from, bytes.length - from);
            return;
        }
        out.write(bytes, from, hole - from);
        out.write(digits(revision));
        out.write(bytes, hole, bytes.length - hole);
    }

    /// The bytes as they are sent, with the hole filled. Copies: for parsing, not for forwarding.
    public byte[] filled() {
        if (hole < 0) {
            return bytes;
        }
        byte[] digits = digits(revision);
        byte[] filled = new byte[bytes.length + digits.length];
        System.arraycopy(bytes, 0, filled, 0, hole);
        System.arraycopy(digits, 0, filled, hole, digits.length);
        System.arraycopy(bytes, hole, filled, hole + digits.length, bytes.length - hole);
        return filled;
    }

    private static byte[] digits(long revision) {
        return Long.toString(revision).getBytes(StandardCharsets.ISO_8859_1);
    }

    /// Identity of a stored object is its place and its revision; the bytes follow from them.
    @Override
    public boolean equals(Object other) {
        return other instanceof Stored that && revision == that.revision && key.equals(that.key);
    }

    @Override
    public int hashCode() {
        return Objects.hash(key, revision);
    }

    @Override
    public String toString() {
        return key + "@" + revision;
    }
}
