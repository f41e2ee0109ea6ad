package dev.setpoint.server.journal;

import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.stream.LogOptions;
import dev.setpoint.base.Env;
import java.util.Optional;
import java.util.function.Function;

/// The log of one component, in lives.
public final class KeptJournal implements Journal {
    private final Env env;
    private final Journals all;
    private final Function<Integer, Optional<LogFile>> files;
    private int number;
    private volatile Optional<ComponentLog> previous;
    private volatile ComponentLog present;

    /// @param number of the life that begins
    /// @param files of the lives by their numbers
    KeptJournal(Env env, Journals all, int number, Function<Integer, Optional<LogFile>> files) {
        this.env = env;
        this.all = all;
        this.number = number;
        this.files = files;
        this.previous = files.apply(number - 1).map(file -> new ComponentLog(Optional.of(file)));
        this.present = new ComponentLog(files.apply(number));
        previous.ifPresent(ComponentLog::end);
    }

    @Override
    public void info(String who, String what) {
        all.write(new Journals.Entry.Said(present, env.wallTime(), Level.INFO, who, what));
    }

    @Override
    public void warning(String who, String what) {
        all.write(new Journals.Entry.Said(present, env.wallTime(), Level.WARNING, who, what));
    }

    @Override
    public synchronized void begin() {
        ComponentLog old = present;
        number++;
        present = new ComponentLog(files.apply(number));
        previous = Optional.of(old);
        all.write(new Journals.Entry.Ended(old));
    }

    Optional<ComponentLog> previous() {
        return previous;
    }

    ComponentLog present() {
        return present;
    }

    /// Empty when the life before the present one is asked for and there was none.
    Optional<TextStream> open(LogOptions options) {
        return (options.previous() ? previous : Optional.of(present)).map(life -> new LogStream(env, life, options));
    }
}
