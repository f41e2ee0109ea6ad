package dev.setpoint.base;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/// The world as a process sees it: the only source of time, threads, waiting and randomness.
///
/// Each process of the control plane (API server, controller manager, scheduler, each node, a user's
/// operator) has its own child, so that a simulator can kill, freeze or skew one of them. Blocking happens in
/// these primitives alone: [#sleep], [BoundedQueue], [Promise] and [Task#join]. No lock is held across any of
/// them.
///
/// A cancelled task meets [java.util.concurrent.CancellationException] at its next primitive that may wait,
/// and at every later one; what never waits (offering, completing, starting, closing a queue) still works, so
/// that it can tidy up. A killed one meets [TaskKilled], which nothing catches, at every primitive, so that
/// its `finally` blocks cannot do anything that matters.
public interface Env extends AutoCloseable {
    /// The wall clock, which may jump. For timestamps that people read; never for measuring how long
    /// something took.
    Instant wallTime();

    /// Nanoseconds on a clock that never goes back, from an arbitrary origin. For deadlines and durations.
    long monotonicNanos();

    void sleep(Duration duration);

    /// A point at which others may act before this task goes on, as they may at every wait. Each call of an
    /// in-process client passes through it, so that a simulation can place other processes between any two
    /// calls. In the real world, where others act at any time anyway, it only notices cancellation.
    void giveWay();

    /// A queue that refuses or waits when `capacity` elements lie in it.
    <T> BoundedQueue<T> queue(int capacity);

    <T> Promise<T> promise();

    /// Starts a task on a thread of its own, owned by this `Env`. Names are for people; they need not be
    /// unique.
    Task start(String name, TaskKind kind, Runnable body);

    /// Runs a short action once after a delay, on a thread that all timers share: it must not block.
    /// The usual action offers something to a queue.
    Timer after(Duration delay, Runnable action);

    /// Not for secrets: keys and tokens come from a `SecureRandom` that the composition root hands out.
    RandomGenerator random();

    /// A process within this world. Closing the parent closes its children first.
    Env child(String name);

    /// Cancels every task and timer of this `Env` and of its children, and waits until the tasks have ended.
    @Override
    void close();
}
