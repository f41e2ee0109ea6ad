package dev.setpoint.controllers.workload;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Batch;
import dev.setpoint.reconcile.ExactObject;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Creates and deletes the pods of a controller, many at a time, and tells of it in Kubernetes' words.
public final class PodWriter {
    /// How many pods one look at an owner creates or deletes at most: whoever asks for two billion pods takes
    /// his turn with the others, and does not fill the memory with what is yet to be done. Ten times as many as
    /// in Kubernetes, since each further look reads all pods again.
    public static final int BURST = 5_000;

    private static final WriteOptions OPTIONS = WriteOptions.as(Authorship.NAME);

    private final Client client;
    private final Batch batch;
    private final EventRecorder events;

    /// @param events of the controller, as people see it
    public PodWriter(Env env, Client client, EventRecorder events) {
        this.client = client;
        this.batch = new Batch(env);
        this.events = events;
    }

    /// What became of a number of writes.
    ///
    /// @param pods as they were created, or those that are gone or on their way out
    /// @param failure of the writes that did not succeed, one
    public record Result<P>(List<P> pods, Optional<ApiException> failure) {}

    /// Creates one, then two, four, eight ... at a time, and no further ones once one of them was refused. In a
    /// namespace that is being deleted nothing is created, and that is no failure.
    ///
    /// @param wanted all in the owner's namespace
    /// @return what was created, not decoded: of many pods at once one mostly asks how many there are
    public Result<Stored> create(HasMetadata owner, List<Pod> wanted) {
        Target collection = Types.POD.collection(owner.getMetadata().getNamespace());
        IdentityHashMap<Pod, Body> encoded = new IdentityHashMap<>(); // Often one pod many times over.
        List<Supplier<Stored>> calls = new ArrayList<>();
        for (Pod pod : wanted) {
            Body body = encoded.computeIfAbsent(pod, Types.POD::encode);
            calls.add(() -> client.create(collection, body, OPTIONS));
        }
        List<Stored> created = new ArrayList<>();
        Optional<ApiException> failure = Optional.empty();
        for (Batch.Result<Stored> result : batch.slowStart("create-pod", calls)) {
            if (result.value().isPresent()) {
                Stored pod = result.value().get();
                created.add(pod);
                events.normal(
                        owner, "SuccessfulCreate", "Created pod: " + pod.key().name());
            } else if (result.failure()
                    .filter(e -> !e.error().namespaceTerminating())
                    .isPresent()) {
                failure = result.failure();
                events.warning(
                        owner,
                        "FailedCreate",
                        "Error creating: " + result.failure().get().getMessage());
            }
        }
        return new Result<>(created, failure);
    }

    /// Deletes these very pods. One that is gone already is deleted, without a word.
    public Result<Pod> delete(HasMetadata owner, List<Pod> doomed) {
        List<Supplier<Boolean>> calls = new ArrayList<>();
        doomed.forEach(pod -> calls.add(() -> ExactObject.of(Types.POD, pod).delete(client)));
        List<Batch.Result<Boolean>> results = batch.all("delete-pod", calls);
        List<Pod> deleted = new ArrayList<>();
        Optional<ApiException> failure = Optional.empty();
        for (int index = 0; index < doomed.size(); index++) {
            Optional<ApiException> refused = results.get(index).failure();
            if (refused.isPresent()) {
                failure = refused;
                events.warning(
                        owner,
                        "FailedDelete",
                        "Error deleting: " + refused.get().getMessage());
                continue;
            }
            deleted.add(doomed.get(index));
            if (results.get(index).value().orElse(false)) {
                events.normal(owner, "SuccessfulDelete", "Deleted pod: " + Metadata.name(doomed.get(index)));
            }
        }
        return new Result<>(deleted, failure);
    }
}
