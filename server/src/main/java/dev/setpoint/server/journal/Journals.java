package dev.setpoint.server.journal;

import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.stream.LogOptions;
import dev.setpoint.apiserver.stream.PodLogs;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The logs of all components, and the one task that writes them. What comes faster than it can write is
/// dropped, and the log says how much.
public final class Journals implements PodLogs, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Journals.class);
    private static final String NAMESPACE = "kube-system";
    private static final int QUEUED = 1 << 14;
    private static final int BATCH = 1 << 12;
    private static final Duration IDLE = Duration.ofDays(1);
    /// Lines gather for so long before they are written together: to wake for each would cost more than
    /// they do.
    private static final Duration GATHER = Duration.ofMillis(20);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Env env;
    private final BoundedQueue<Entry> queue;
    private final Map<String, KeptJournal> journals = new LinkedHashMap<>();
    private final AtomicLong dropped = new AtomicLong();
    private @Nullable Task task;

    /// What waits to be written.
    sealed interface Entry {
        ComponentLog life();

        record Said(ComponentLog life, Instant time, Level level, String who, String what) implements Entry {}

        record Ended(ComponentLog life) implements Entry {}
    }

    private Journals(Env env, Optional<Path> folder, List<String> components) throws IOException {
        this.env = env;
        this.queue = env.queue(QUEUED);
        for (String component : components) {
            Optional<Path> home = folder.map(logs -> logs.resolve(component));
            int number = home.isPresent() ? LogFile.newest(home.get()) + 1 : 0;
            journals.put(
                    component,
                    new KeptJournal(
                            env,
                            this,
                            number,
                            life -> life < 0 ? Optional.empty() : home.map(path -> new LogFile(path, life))));
        }
    }

    /// Kept in memory alone.
    public static Journals inMemory(Env env, List<String> components) {
        try {
            return new Journals(env, Optional.empty(), components);
        } catch (IOException e) {
            throw new IllegalStateException("there is no folder that could fail", e);
        }
    }

    /// Kept in a folder for each component as well.
    ///
    /// @throws IOException when the folder cannot be read
    public static Journals in(Path folder, Env env, List<String> components) throws IOException {
        return new Journals(env, Optional.of(folder), components);
    }

    public KeptJournal of(String component) {
        KeptJournal journal = journals.get(component);
        if (journal == null) {
            throw new IllegalArgumentException(component + " (expected: one of " + journals.keySet() + ")");
        }
        return journal;
    }

    public void start() {
        task = env.start("writer", TaskKind.DEDICATED, this::run);
    }

    /// Writes what is there.
    @Override
    public void close() {
        queue.close();
        if (task != null && !task.join(GRACE)) {
            task.cancel();
        }
        env.close();
    }

    @Override
    public Optional<TextStream> open(Key pod, String container, LogOptions options) {
        boolean shown = pod.namespace().equals(NAMESPACE) && pod.name().startsWith(container + "-");
        return Optional.ofNullable(shown ? journals.get(container) : null).flatMap(journal -> journal.open(options));
    }

    void write(Entry entry) {
        if (queue.offer(entry)) {
            return;
        }
        switch (entry) {
            case Entry.Said _ -> dropped.incrementAndGet();
            case Entry.Ended(var life) -> life.end(); // Nobody is to wait for what will not come.
        }
    }

    // ---- the one task ------------------------------------------------------------------------------------------

    private void run() {
        journals.values().forEach(journal -> journal.previous().ifPresent(this::load));
        while (true) {
            List<Entry> batch = queue.takeBatch(BATCH, IDLE);
            if (!batch.isEmpty()) {
                write(batch);
            }
            if (queue.closed()) {
                if (batch.isEmpty()) {
                    journals.values().forEach(journal -> end(journal.present()));
                    return;
                }
            } else {
                env.sleep(GATHER);
            }
        }
    }

    private void load(ComponentLog life) {
        life.file().ifPresent(file -> {
            try {
                file.tail().forEach(life.ring()::add);
            } catch (IOException e) {
                log.warn("an old log cannot be read: {}", e.getMessage());
            }
        });
    }

    private void write(List<Entry> batch) {
        Map<ComponentLog, ByteArrayOutputStream> files = new LinkedHashMap<>();
        for (Entry entry : batch) {
            if (entry instanceof Entry.Said said) {
                ByteArrayOutputStream out = files.computeIfAbsent(said.life(), _ -> new ByteArrayOutputStream());
                add(said.life(), out, Line.of(said.time(), said.level(), said.who(), said.what()));
            }
        }
        boolean caughtUp = queue.size() == 0 && !files.isEmpty(); // What was dropped came after all that was queued.
        long lost = caughtUp ? dropped.getAndSet(0) : 0;
        if (lost > 0) {
            Line line = Line.of(env.wallTime(), Level.WARNING, "log", lost + " lines were dropped");
            files.forEach((life, out) -> add(life, out, line));
        }
        files.forEach((life, lines) -> {
            life.file().ifPresent(file -> append(file, lines.toByteArray()));
            life.wake();
        });
        for (Entry entry : batch) {
            if (entry instanceof Entry.Ended(var life)) {
                end(life);
            }
        }
    }

    private static void add(ComponentLog life, ByteArrayOutputStream file, Line line) {
        life.ring().add(line);
        if (life.file().isPresent()) {
            line.writeTo(file, true);
        }
    }

    private static void append(LogFile file, byte[] lines) {
        try {
            file.append(lines);
        } catch (IOException e) {
            log.warn("a log cannot be written: {}", e.getMessage());
        }
    }

    private static void end(ComponentLog life) {
        life.end();
        life.file().ifPresent(file -> {
            try {
                file.close();
            } catch (IOException e) {
                log.warn("a log cannot be closed: {}", e.getMessage());
            }
        });
    }
}
