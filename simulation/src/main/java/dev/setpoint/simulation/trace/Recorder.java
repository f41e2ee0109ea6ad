package dev.setpoint.simulation.trace;

import dev.setpoint.base.baton.Trace;
import dev.setpoint.base.baton.TraceHash;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Takes a run down, as far as somebody wants to know.
public final class Recorder {
    /// How much is kept.
    public enum Detail {
        NOTHING,
        /// A hash over everything.
        HASH,
        /// The hash, and the lines themselves.
        EVERYTHING
    }

    private final Detail detail;
    private final TraceHash hash = new TraceHash();
    private final List<String> lines = new ArrayList<>();
    private final List<Event> story = new ArrayList<>();

    /// Something that a person wants to hear of.
    ///
    /// @param who a process, or what befell one
    public record Event(long nanos, String who, String what) {}

    public Recorder(Detail detail) {
        this.detail = detail;
    }

    public boolean records() {
        return detail != Detail.NOTHING;
    }

    /// For the scheduler, which tells of each of its choices.
    public Trace choices() {
        return records() ? this::line : Trace.NONE;
    }

    /// @param what asked for only if it is recorded
    public void happened(long nanos, String who, Supplier<String> what) {
        if (records()) {
            Event event = new Event(nanos, who, what.get());
            line(event.nanos + " " + event.who + " " + event.what);
            if (detail == Detail.EVERYTHING) {
                story.add(event);
            }
        }
    }

    private void line(String text) {
        hash.line(text);
        if (detail == Detail.EVERYTHING) {
            lines.add(text);
        }
    }

    /// Over all lines so far.
    public String hash() {
        return hash.hex();
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /// The lines without the scheduler's.
    public List<Event> story() {
        return List.copyOf(story);
    }
}
