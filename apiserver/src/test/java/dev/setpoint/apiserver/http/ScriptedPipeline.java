package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.Response;
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
    private final Map<String, Function<Request, Response>> scripts = new ConcurrentHashMap<>();

    void on(String namespace, Function<Request, Response> script) {
        scripts.put(namespace, script);
    }

    @Override
    public Response handle(Request request) {
        Function<Request, Response> script = scripts.get(request.target().namespace());
        if (script == null) {
            throw new ApiException(new ApiError.NotFound(
                    request.target().resource().groupResource(),
                    request.target().name()));
        }
        return script.apply(request);
    }

    /// An object with a hole, whose revision is 4711.
    static Stored object(String name, String data) {
        String json = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"resourceVersion\":\"\"},\"data\":{\"k\":\"" + data + "\"}}";
        int hole = json.indexOf("Version\":\"\"}") + "Version\":\"".length();
        return new Stored(
                new Key("configmaps", "", name), 4711, Header.EMPTY, json.getBytes(StandardCharsets.UTF_8), hole);
    }

    static Response one(Stored object) {
        return new Response.One(200, object, List.of());
    }
}
