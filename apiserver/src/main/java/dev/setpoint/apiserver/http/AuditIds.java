package dev.setpoint.apiserver.http;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// Names requests, so that an answer and a line in a log can be brought together.
final class AuditIds {
    private static final String HEADER = "Audit-Id";
    private static final int MAX_LENGTH = 64;
    private static final long VERSION_4 = 0x4000L;
    private static final long VARIANT_2 = 0x8000_0000_0000_0000L;

    private final long first;
    private final AtomicLong next;

    AuditIds(RandomGenerator random) {
        this.first = (random.nextLong() & ~0xF000L) | VERSION_4;
        this.next = new AtomicLong(random.nextLong());
    }

    /// The client's own name for the request, or a new one.
    void name(Exchange exchange) {
        String given = exchange.request().getHeaders().get(HEADER);
        boolean usable = given != null && !given.isEmpty() && given.length() <= MAX_LENGTH;
        exchange.responseHeaders().put(HEADER, usable ? given : next());
    }

    /// One half tells servers apart, the other requests: it counts, which no two requests can do alike.
    private String next() {
        long second = (next.getAndIncrement() & ~0xC000_0000_0000_0000L) | VARIANT_2;
        return new UUID(first, second).toString();
    }
}
