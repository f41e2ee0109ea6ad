package dev.setpoint.benchmarks.load;

import dev.setpoint.benchmarks.process.ProcessUsage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/// Many clients, each of which sends its next request when it has the answer to the last.
public final class Load {
    private final List<? extends Sender> clients;
    private final ProcessUsage server;
    private final AtomicInteger next = new AtomicInteger();

    /// @param server the process that answers
    public Load(List<? extends Sender> clients, ProcessUsage server) {
        this.clients = clients;
        this.server = server;
    }

    /// What a run came to.
    ///
    /// @param cpuMicros of the server for one request
    public record Result(int count, double perSecond, double cpuMicros, double p50Millis, double p99Millis) {}

    /// Runs for a while. Requests are numbered through all runs of this load, so that each can name an object of its
    /// own.
    public Result run(Duration time, IntFunction<LoadCall> calls) {
        return new Run(time.toNanos(), Integer.MAX_VALUE, calls).result();
    }

    /// Sends so many requests.
    public Result run(int count, IntFunction<LoadCall> calls) {
        return new Run(Long.MAX_VALUE, count, calls).result();
    }

    public ProcessUsage server() {
        return server;
    }

    private final class Run {
        private final IntFunction<LoadCall> calls;
        private final long begin = System.nanoTime();
        private final long time;
        private final int first = next.get();
        private final int limit;
        private final AtomicInteger open = new AtomicInteger(clients.size());
        private final CompletableFuture<Boolean> end = new CompletableFuture<>();
        private long[] latencies = new long[1 << 16];
        private int answered;

        Run(long time, int count, IntFunction<LoadCall> calls) {
            this.time = time;
            this.limit = count == Integer.MAX_VALUE ? count : first + count;
            this.calls = calls;
        }

        Result result() {
            long cpuBefore = server.cpuNanos();
            clients.forEach(this::step);
            end.join();
            double seconds = (System.nanoTime() - begin) / 1e9;
            long cpu = server.cpuNanos() - cpuBefore;
            synchronized (this) {
                if (answered == 0) {
                    throw new IllegalStateException("no request was answered");
                }
                long[] sorted = Arrays.copyOf(latencies, answered);
                Arrays.sort(sorted);
                return new Result(
                        answered,
                        answered / seconds,
                        cpu / 1e3 / answered,
                        sorted[answered / 2] / 1e6,
                        sorted[(int) (answered * 0.99)] / 1e6);
            }
        }

        private void step(Sender connection) {
            if (end.isCompletedExceptionally() || System.nanoTime() - begin >= time || next.get() >= limit) {
                leave();
                return;
            }
            int number = next.getAndIncrement();
            if (number >= limit) {
                next.decrementAndGet();
                leave();
                return;
            }
            LoadCall call = calls.apply(number);
            long sent = System.nanoTime();
            connection.send(
                    call,
                    answer -> {
                        try {
                            answer.orFail(call);
                            record(System.nanoTime() - sent);
                            step(connection);
                        } catch (RuntimeException e) {
                            end.completeExceptionally(e);
                        }
                    },
                    end::completeExceptionally);
        }

        private void leave() {
            if (open.decrementAndGet() == 0) {
                end.complete(true);
            }
        }

        private synchronized void record(long nanos) {
            if (answered == latencies.length) {
                latencies = Arrays.copyOf(latencies, 2 * answered);
            }
            latencies[answered++] = nanos;
        }
    }
}
