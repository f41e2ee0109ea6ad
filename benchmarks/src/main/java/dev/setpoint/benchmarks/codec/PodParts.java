package dev.setpoint.benchmarks.codec;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.apply.FieldOwner;
import dev.setpoint.machinery.apply.FieldSet;
import dev.setpoint.machinery.apply.Ownership;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.patch.StrategicMergePatch;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.resources.schema.BuiltInSchemas;
import dev.setpoint.resources.strategy.Strategies;
import dev.setpoint.resources.strategy.Strategy;
import dev.setpoint.resources.structural.SchemaRules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// The pure parts of a write, each for itself. Where a part changes its object, a copy is in the figure.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PodParts {
    private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
    private static final byte[] PATCH =
            "{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"frontend\"},{\"name\":\"sidecar\"}],\"containers\":[{\"name\":\"sidecar\",\"image\":\"registry.example.com/shop/sidecar:2026.11.4\"}]}}"
                    .getBytes(StandardCharsets.UTF_8);

    private final byte[] bytes = SamplePod.bytes();
    private final Strategy strategy = new Strategies(SchemaRules.Language.NONE).of(POD);
    private final Schema schema = BuiltInSchemas.of(POD);
    private final JsonObject parsed = JsonReader.object(bytes);
    private final JsonObject complete = completed();
    private final FieldOwner applier =
            new FieldOwner("bench", FieldOwner.Operation.APPLY, "v1", "", "2026-01-01T00:00:00Z", FieldSet.EMPTY);
    private final List<FieldOwner> managers = Ownership.apply(
                    List.of(), applier, new JsonObject(), parsed, schema, false)
            .managers();

    private JsonObject completed() {
        JsonObject pod = parsed.copy();
        pod.child("metadata").put("name", "shop-frontend-6d4cf56db6-x7k2p").put("namespace", "default");
        strategy.defaults().applyDefaults(pod);
        strategy.preparation().prepareForCreate(pod);
        return pod;
    }

    @Benchmark
    public JsonObject parse() {
        return JsonReader.object(bytes);
    }

    @Benchmark
    public JsonObject defaults() {
        JsonObject pod = parsed.copy();
        strategy.defaults().applyDefaults(pod);
        return pod;
    }

    @Benchmark
    public List<FieldError> validate() {
        return strategy.rules().validate(complete);
    }

    @Benchmark
    public Ownership.Applied applyMerge() {
        return Ownership.apply(managers, applier, complete, parsed, schema, false);
    }

    @Benchmark
    public JsonObject strategicMerge() {
        return StrategicMergePatch.decode(PATCH, schema).apply(complete.copy());
    }

    @Benchmark
    public byte[] encode() {
        return JsonWriter.bytes(complete);
    }
}
