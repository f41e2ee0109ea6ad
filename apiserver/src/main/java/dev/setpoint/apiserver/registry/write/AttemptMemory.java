package dev.setpoint.apiserver.registry.write;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the attempts of one write have in common. Each attempt decides anew, but what is drawn by chance stays the
/// same, and whoever is slow to answer is asked again only when the question is another.
///
///     attempt 1: the volume is named kube-api-access-x7k2p; the webhook is asked; the quota has moved meanwhile
///     attempt 2: the volume has the same name, so the question is the same: the webhook is not asked again
final class AttemptMemory {
    private final WriteMemory shared;
    private final List<String> drawn = new ArrayList<>(0);
    private final Map<String, Consultation> consulted = new LinkedHashMap<>(0);
    private int next;

    private record Consultation(
            @Nullable JsonObject old, @Nullable JsonObject object, Object answer) {
        boolean answers(@Nullable JsonObject nowOld, @Nullable JsonObject nowObject) {
            return Objects.equals(old, nowOld) && Objects.equals(object, nowObject);
        }
    }

    /// @param shared with all writes
    AttemptMemory(WriteMemory shared) {
        this.shared = shared;
    }

    /// The tree of an object that was read beside the one that is written.
    JsonObject tree(Stored stored) {
        return shared.tree(stored);
    }

    /// From now on the same is drawn in the same order.
    void beginAttempt() {
        next = 0;
    }

    String draw(Supplier<String> draw) {
        if (next == drawn.size()) {
            drawn.add(draw.get());
        }
        return drawn.get(next++);
    }

    /// The answer to a question about these two objects. The last answer of each who is asked is remembered.
    ///
    /// @param asked who is asked; the answers of one are of one type, and nobody changes them
    @SuppressWarnings("unchecked") // The answers of one are of one type.
    <A> A consult(String asked, @Nullable JsonObject old, @Nullable JsonObject object, Supplier<A> ask) {
        Consultation last = consulted.get(asked);
        if (last != null && last.answers(old, object)) {
            return (A) last.answer();
        }
        JsonObject oldAsked = old == null ? null : old.copy();
        JsonObject objectAsked = object == null ? null : object.copy();
        A answer = ask.get();
        consulted.put(asked, new Consultation(oldAsked, objectAsked, answer));
        return answer;
    }
}
