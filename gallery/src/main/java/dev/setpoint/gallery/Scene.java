package dev.setpoint.gallery;

import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.json.JsonObject;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What people do to the parents, one step after the other.
public record Scene(List<Step> steps) {
    public sealed interface Step {}

    public record Act(String what, Consumer<Client> change) implements Step {}

    /// A moment in which the loops may have come anywhere.
    public record Pause() implements Step {}

    /// Until nothing changes any more.
    public record Settle() implements Step {}

    /// A parent comes, changes and goes, with time to settle in between; another stays.
    static Scene life() {
        return begin().create("a", "1")
                .create("b", "1")
                .settle()
                .change("a", "2")
                .settle()
                .delete("b")
                .settle();
    }

    static Scene begin() {
        return new Scene(List.of());
    }

    Scene create(String name, String value) {
        return act("create " + name, maps -> maps.create(Family.parent(name, value)));
    }

    Scene change(String name, String value) {
        return act(
                "set " + name + " to " + value,
                maps -> maps.patch(
                        key(name),
                        PatchType.MERGE,
                        new JsonObject().put("data", new JsonObject().put(Family.VALUE, value))));
    }

    Scene delete(String name) {
        return act("delete " + name, maps -> maps.delete(maps.get(key(name))));
    }

    Scene act(String what, Consumer<TypedClient<ConfigMap>> change) {
        return and(
                new Act(what, client -> change.accept(Typed.of(ConfigMap.class).over(client))));
    }

    Scene pause() {
        return and(new Pause());
    }

    Scene settle() {
        return and(new Settle());
    }

    private Scene and(Step step) {
        List<Step> more = new ArrayList<>(steps);
        more.add(step);
        return new Scene(List.copyOf(more));
    }

    static ObjectKey key(String name) {
        return new ObjectKey(Family.NAMESPACE, name);
    }
}
