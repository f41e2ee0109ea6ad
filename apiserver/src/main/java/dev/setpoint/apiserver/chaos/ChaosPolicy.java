package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosFault.Struck;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who is troubled, by what, how often and until when.
///
/// @param uid of the object, since a new one under an old name begins anew
/// @param percent how many of a hundred calls are hit
/// @param until when it ends by itself
record ChaosPolicy(
        String name, String uid, Caller caller, long seed, int percent, Optional<Instant> until, List<Kind> kinds) {
    private static final int USUAL_PERCENT = 10;
    private static final Duration USUAL_LENGTH = Duration.ofSeconds(1);

    /// Of all that is said, all must fit; who says nothing is meant by nobody.
    ///
    /// @param userAgent how the caller's begins
    /// @param fieldManager under which it writes; its reads are not known by it
    record Caller(String userAgent, String user, String fieldManager) {
        boolean is(Call call) {
            boolean said = !userAgent.isEmpty() || !user.isEmpty() || !fieldManager.isEmpty();
            return said
                    && call.userAgent().startsWith(userAgent)
                    && (user.isEmpty() || user.equals(call.user().name()))
                    && (fieldManager.isEmpty() || fieldManager.equals(call.parameter("fieldManager")));
        }
    }

    /// One kind of fault.
    ///
    /// @param weight how often it is chosen, in proportion to the others
    /// @param longest of what takes time
    /// @param verbs that it hits; all unless there are some
    /// @param resources as `deployments.apps`; all unless there are some
    record Kind(ChaosFault fault, int weight, Duration longest, List<String> verbs, List<String> resources) {
        boolean fits(Struck struck, String verb, String resource) {
            return fault.hits(struck)
                    && (verbs.isEmpty() || verbs.contains(verb))
                    && (resources.isEmpty() || resources.contains(resource));
        }
    }

    /// What befalls one call.
    record Strike(ChaosFault fault, Duration length) {}

    /// From an object that its schema has found right. A fault of a name that is not known here does nothing.
    static ChaosPolicy of(JsonObject object) {
        JsonObject metadata = object.child("metadata");
        JsonObject spec = object.child("spec");
        JsonObject client = spec.child("client");
        List<Kind> kinds = new ArrayList<>();
        for (JsonObject fault : objects(spec.array("faults"))) {
            ChaosFault.named(fault.textOr("type", ""))
                    .ifPresent(known -> kinds.add(new Kind(
                            known,
                            (int) fault.integerOr("weight", 1),
                            duration(fault.textOr("longest", "")).orElse(USUAL_LENGTH),
                            texts(fault.array("verbs")),
                            texts(fault.array("resources")))));
        }
        Instant created = Instant.parse(metadata.textOr("creationTimestamp", Instant.EPOCH.toString()));
        return new ChaosPolicy(
                metadata.textOr("name", ""),
                metadata.textOr("uid", ""),
                new Caller(
                        client.textOr("userAgent", ""), client.textOr("user", ""), client.textOr("fieldManager", "")),
                spec.integerOr("seed", 1),
                (int) spec.integerOr("percent", USUAL_PERCENT),
                duration(spec.textOr("duration", "")).map(created::plus),
                List.copyOf(kinds));
    }

    private static Optional<Duration> duration(String text) {
        return text.isEmpty() ? Optional.empty() : GoDuration.parse(text);
    }

    private static List<JsonObject> objects(@Nullable JsonArray array) {
        return array == null ? List.of() : array.objects();
    }

    private static List<String> texts(@Nullable JsonArray array) {
        return array == null ? List.of() : array.texts();
    }

    /// What befalls the call, which depends on the seed and on how many calls of its kind there were before: the same
    /// client that makes the same calls meets the same faults, whatever else happens at the time.
    ///
    /// @param ordinal of this verb and resource, from 1
    Optional<Strike> strike(Struck struck, String verb, String resource, long ordinal) {
        List<Kind> fitting = new ArrayList<>();
        int weights = 0;
        for (Kind kind : kinds) {
            if (kind.weight > 0 && kind.fits(struck, verb, resource)) {
                fitting.add(kind);
                weights += kind.weight;
            }
        }
        long drawn = mixed(seed + mixed((verb + " " + resource).hashCode() + mixed(ordinal)));
        if (fitting.isEmpty() || Long.remainderUnsigned(drawn, 100) >= percent) {
            return Optional.empty();
        }
        long choice = Long.remainderUnsigned(mixed(drawn + 1), weights);
        for (Kind kind : fitting) {
            choice -= kind.weight;
            if (choice < 0) {
                long millis = Long.remainderUnsigned(mixed(drawn + 2), Math.max(1, kind.longest.toMillis()));
                return Optional.of(new Strike(kind.fault, Duration.ofMillis(1 + millis)));
            }
        }
        throw new IllegalStateException("drew beyond " + weights);
    }

    /// The last step of SplitMix64: every bit of the input moves half of the output's.
    private static long mixed(long bits) {
        long z = bits + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
