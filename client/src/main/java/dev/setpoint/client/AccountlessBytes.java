package dev.setpoint.client;

/// The bytes of an object without its `managedFields`, so that nobody has to read what nobody asks for: often half of
/// the object, full of names that occur nowhere else.
///
///     {"kind":"Pod","metadata":{"name":"p","managedFields":[...],"uid":"u"},"spec":...}
///     {"kind":"Pod","metadata":{"name":"p","uid":"u"},"spec":...}
public final class AccountlessBytes {
    private static final ShorterBytes.Place ACCOUNT = ShorterBytes.Place.of("metadata.managedFields");

    private AccountlessBytes() {}

    /// The same bytes when there are no managed fields, and when they are not written in the compact form in which
    /// objects are kept and sent.
    public static byte[] of(byte[] json) {
        return ShorterBytes.without(json, ACCOUNT);
    }
}
