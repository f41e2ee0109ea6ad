package dev.setpoint.apiserver.stream;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `pods/log`: what a container printed.
public final class LogAction implements SubresourceAction {
    private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";

    private final Env env;
    private final ObjectAccess objects;
    private final PodLogs logs;

    public LogAction(Env env, ObjectAccess objects, PodLogs logs) {
        this.env = env;
        this.objects = objects;
        this.logs = logs;
    }

    @Override
    public Answer handle(Call call, ServedResource pods) {
        LogOptions options = LogOptions.of(call, env.wallTime());
        Stored stored = objects.find(call, pods);
        JsonObject pod = objects.tree(stored);
        String container = container(pod, call.parameter("container"));
        if (pod.child("spec").textOr("nodeName", "").isEmpty()) {
            return new Answer.Text(204, EMPTY, List.of());
        }
        Optional<TextStream> text = logs.open(stored.key(), container, options);
        if (text.isEmpty() && options.previous()) {
            throw bad("previous terminated container \"" + container + "\" in pod \""
                    + call.target().name() + "\" not found");
        }
        return new Answer.Text(200, text.orElse(EMPTY), List.of());
    }

    /// The one that is named, the only one, or the one that the pod marks.
    private static String container(JsonObject pod, String wanted) {
        String name = pod.child("metadata").textOr("name", "");
        List<String> main = names(pod.child("spec"), "containers");
        List<String> first = names(pod.child("spec"), "initContainers");
        List<String> all = new ArrayList<>(main);
        all.addAll(first);
        all.addAll(names(pod.child("spec"), "ephemeralContainers"));
        if (!wanted.isEmpty()) {
            if (!all.contains(wanted)) {
                throw bad("container " + wanted + " is not valid for pod " + name);
            }
            return wanted;
        }
        JsonObject annotations = pod.child("metadata").object("annotations");
        String marked = annotations == null ? "" : annotations.textOr(DEFAULT_CONTAINER, "");
        if (all.contains(marked)) {
            return marked;
        }
        if (main.size() != 1) {
            String others = first.isEmpty() ? "" : " or one of the init containers: [" + String.join(" ", first) + "]";
            throw bad("a container name must be specified for pod " + name + ", choose one of: ["
                    + String.join(" ", main) + "]" + others);
        }
        return main.getFirst();
    }

    private static List<String> names(JsonObject spec, String field) {
        JsonArray containers = spec.array(field);
        return containers == null
                ? List.of()
                : containers.objects().stream()
                        .map(container -> container.textOr("name", ""))
                        .toList();
    }

    private static ApiException bad(String message) {
        return new ApiException(new ApiError.BadRequest(message));
    }

    private static final TextStream EMPTY = new TextStream() {
        @Override
        public Optional<byte[]> next(Duration deadline) {
            return Optional.empty();
        }

        @Override
        public void close() {}
    };
}
