package dev.setpoint.apiserver.bootstrap;

import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Writes many objects at a time, in no order, so that they share few syncs of the store.
final class SideBySide {
    private static final int WRITERS = 256;
    /// A write may take as long as the store lets it; this is for one that never ends.
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private SideBySide() {}

    static <T> void forEach(Env env, List<T> objects, Consumer<T> write) {
        List<Promise<Boolean>> parts = new ArrayList<>();
        for (int writer = 0; writer < Math.min(WRITERS, objects.size()); writer++) {
            int first = writer;
            Promise<Boolean> part = env.promise();
            parts.add(part);
            env.start("bootstrap-" + writer, TaskKind.LIGHT, () -> {
                try {
                    for (int i = first; i < objects.size(); i += WRITERS) {
                        write.accept(objects.get(i));
                    }
                    part.complete(true);
                } catch (RuntimeException e) {
                    part.fail(e); // Whoever waits for it throws it.
                } catch (Error e) {
                    part.fail(new IllegalStateException("an object of a new cluster was not written", e));
                    throw e;
                }
            });
        }
        for (Promise<Boolean> part : parts) {
            if (part.await(PATIENCE).isEmpty()) {
                throw new IllegalStateException("the objects of a new cluster were not written within " + PATIENCE);
            }
        }
    }
}
