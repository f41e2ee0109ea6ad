package dev.setpoint.apiserver.metrics;

import dev.setpoint.resources.ResourceTable;
import java.util.Optional;
import java.util.function.Supplier;

/// What clients can discover where nodes report: everything that is served, and the metrics. The same table while
/// nothing changed.
public final class MeasuredTables implements Supplier<ResourceTable> {
    private final Supplier<ResourceTable> served;
    private volatile Optional<Whole> last = Optional.empty();

    public MeasuredTables(Supplier<ResourceTable> served) {
        this.served = served;
    }

    private record Whole(ResourceTable part, ResourceTable table) {}

    @Override
    public ResourceTable get() {
        ResourceTable now = served.get();
        Whole whole =
                last.filter(known -> known.part == now).orElseGet(() -> new Whole(now, now.with(MetricsViews.TYPES)));
        last = Optional.of(whole);
        return whole.table;
    }
}
