package dev.setpoint.server.journal;

import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.stream.LogOptions;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/// Somebody reads the log of one life, and may stay for what is yet to come. It ends with that life.
final class LogStream implements TextStream {
    /// So many lines at a time.
    private static final int PART = 512;

    private final ComponentLog life;
    private final LogOptions options;
    private final BoundedQueue<Boolean> bell;
    private long position;
    private long left;

    LogStream(Env env, ComponentLog life, LogOptions options) {
        this.life = life;
        this.options = options;
        this.bell = env.queue(1);
        this.left = options.limitBytes().orElse(Long.MAX_VALUE);
        life.follow(bell);
        this.position = life.ring().last(options.tail().orElse(Long.MAX_VALUE));
    }

    @Override
    public Optional<byte[]> next(Duration deadline) {
        if (left == 0) {
            return Optional.empty();
        }
        boolean over = life.over(); // Asked first: what is there now is then all there will be.
        long before = position;
        byte[] part = read();
        if (position > before) {
            return Optional.of(part);
        }
        if (over || !options.follow()) {
            return Optional.empty();
        }
        bell.take(deadline);
        return Optional.of(read());
    }

    private byte[] read() {
        Ring.Part part = life.ring().from(position, PART);
        position = part.next();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Line line : part.lines()) {
            if (options.since().map(since -> !line.time().isBefore(since)).orElse(true)) {
                line.writeTo(out, options.timestamps());
            }
        }
        byte[] bytes = out.toByteArray();
        byte[] allowed = bytes.length <= left ? bytes : Arrays.copyOf(bytes, (int) left);
        left -= allowed.length;
        return allowed;
    }

    @Override
    public void close() {
        life.leave(bell);
    }
}
