package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.Catalog;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.Allocations.Extra;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `pods/eviction`: deletes a pod, unless its disruption budget does not allow it.
///
/// The budget is charged in the same commit that deletes the pod, conditioned on both: two evictions never share one
/// allowance, and none is spent on a pod that stays.
public final class EvictionAction implements SubresourceAction {
    private static final GroupVersionKind EVICTION = new GroupVersionKind("policy", "v1", "Eviction");
    private static final GroupVersionResource BUDGETS =
            new GroupVersionResource("policy", "v1", "poddisruptionbudgets");

    private final Env env;
    private final Catalog catalog;
    private final ObjectAccess objects;

    public EvictionAction(Env env, Catalog catalog, ObjectAccess objects) {
        this.env = env;
        this.catalog = catalog;
        this.objects = objects;
    }

    @Override
    public Answer handle(Call call, ServedResource pods) {
        JsonObject eviction = objects.decode(call, EVICTION);
        if (!eviction.child("metadata").textOr("name", "").equals(call.target().name())) {
            throw new ApiException(new ApiError.BadRequest("name in URL does not match name in Eviction object"));
        }
        JsonObject options = eviction.child("deleteOptions");
        List<String> dryRun = call.parameters().getOrDefault("dryRun", List.of());
        if (!dryRun.isEmpty()) {
            options.put("dryRun", JsonArray.ofTexts(dryRun));
        }
        objects.delete(call, pods, options, (_, snapshot, _, pod) -> charge(snapshot, Objects.requireNonNull(pod)));
        JsonObject status = new JsonObject()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", new JsonObject())
                .put("status", "Success")
                .put("code", 201);
        return new Answer.Document(201, status, List.of());
    }

    /// What the pod's budget pays, and what the pod says of it.
    private Extra charge(Snapshot snapshot, JsonObject pod) {
        if (!runs(pod)) {
            return Extra.NONE; // Whatever it disrupts it has disrupted already.
        }
        ServedResource resource = Objects.requireNonNull(catalog.find(BUDGETS));
        List<Stored> budgets = budgets(snapshot, resource, pod);
        if (budgets.size() > 1) {
            throw new ApiException(new ApiError.Unclassified("This pod has more than one PodDisruptionBudget, which the"
                    + " eviction subresource does not support."));
        }
        Extra paid = budgets.isEmpty() ? Extra.NONE : pay(resource, budgets.getFirst(), pod);
        mark(pod);
        return paid;
    }

    private Extra pay(ServedResource resource, Stored stored, JsonObject pod) {
        DisruptionBudget budget = new DisruptionBudget(objects.tree(stored));
        List<Commit.Condition> unchanged = List.of(new Commit.Condition(stored.key(), stored.revision()));
        if (!ready(pod) && budget.sparesUnhealthy()) {
            return new Extra(unchanged, List.of());
        }
        JsonObject charged = budget.charged(pod.child("metadata").textOr("name", ""), env.wallTime());
        return new Extra(unchanged, List.of(objects.put(resource, stored.key(), charged)));
    }

    private List<Stored> budgets(Snapshot snapshot, ServedResource resource, JsonObject pod) {
        Map<String, String> labels = labels(pod);
        List<Stored> budgets = new ArrayList<>();
        String namespace = pod.child("metadata").textOr("namespace", "");
        snapshot.iterate(resource.storageName(), namespace).forEachRemaining(budget -> {
            JsonObject selector = objects.tree(budget).child("spec").object("selector");
            if (selector != null && LabelSelector.of(selector).matches(labels)) {
                budgets.add(budget);
            }
        });
        return budgets;
    }

    private static Map<String, String> labels(JsonObject pod) {
        Map<String, String> labels = new LinkedHashMap<>();
        JsonObject given = pod.child("metadata").object("labels");
        if (given != null) {
            given.names().forEach(name -> labels.put(name, given.textOr(name, "")));
        }
        return labels;
    }

    private static boolean runs(JsonObject pod) {
        return pod.child("status").textOr("phase", "").equals("Running")
                && !pod.child("metadata").has("deletionTimestamp");
    }

    private static boolean ready(JsonObject pod) {
        JsonArray conditions = pod.child("status").array("conditions");
        return conditions != null
                && conditions.objects().stream()
                        .anyMatch(condition -> condition.textOr("type", "").equals("Ready")
                                && condition.textOr("status", "").equals("True"));
    }

    /// So that whoever owns the pod knows that it did not fail by itself.
    private void mark(JsonObject pod) {
        JsonObject status = pod.child("status");
        JsonArray conditions = status.array("conditions");
        if (conditions == null) {
            conditions = new JsonArray();
            status.put("conditions", conditions);
        }
        conditions.removeIf(condition -> condition instanceof JsonObject object
                && object.textOr("type", "").equals("DisruptionTarget"));
        conditions.add(new JsonObject()
                .put("lastProbeTime", JsonValue.JsonNull.NULL)
                .put("lastTransitionTime", Timestamps.seconds(env.wallTime()))
                .put("message", "Eviction API: evicting")
                .put("reason", "EvictionByEvictionAPI")
                .put("status", "True")
                .put("type", "DisruptionTarget"));
    }
}
