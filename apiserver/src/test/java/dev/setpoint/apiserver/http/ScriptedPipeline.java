package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Answers as the test says, for the namespace that the test uses.
final class ScriptedPipeline implements Pipeline {
    private final Map<String, Function<Call, Answer>> scripts = new ConcurrentHashMap<>();

    void on(String namespace, Function<Call, Answer> script) {
        scripts.put(namespace, script);
    }

    @Override
    public Answer handle(Call call) {
        Function<Call, Answer> script = scripts.get(call.target().namespace());
        if (script == null) {
            throw new ApiException(new ApiError.NotFound(
                    call.target().resource().groupResource(), call.target().name()));
        }
        return script.apply(call);
    }

    /// An object with a hole, whose revision is 4711.
    static Stored object(String name, String data) {
        String json = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"resourceVersion\":\"\"},\"data\":{\"k\":\"" + data + "\"}}";
        int hole = json.indexOf("Version\":\"\"}") + "Version\":\"".length();
        return new Stored(
                new Key("configmaps", "", name), 4711, Header.EMPTY, json.getBytes(StandardCharsets.UTF_8), hole);
    }

    static Answer one(Stored object) {
        return new Answer.One(200, object, List.of());
    }
}
