package dev.setpoint.apiserver.chaos;

import dev.setpoint.apiserver.chaos.ChaosPolicies.Ongoing;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out the policies of a server and tells in each one's status what it has done.
public final class Chaos {
    public static final String GROUP = "chaos.setpoint.dev";
    public static final GroupVersionResource POLICIES = new GroupVersionResource(GROUP, "v1", "chaospolicies");
    /// Whose user agent begins so is never troubled: it looks at what happens to others.
    public static final String USER_AGENT = "setpoint-chaos";

    private static final Logger log = LoggerFactory.getLogger(Chaos.class);
    private static final String DEFINITION = "chaospolicies.yaml";
    private static final Duration IDLE = Duration.ofHours(1);
    /// Often enough for people, seldom enough for the store.
    private static final Duration BETWEEN = Duration.ofMillis(500);

    private final Env env;
    private final Store store;
    private final Client client;
    private final BoundedQueue<Boolean> counted;
    private final ChaosPolicies policies;

    /// @param client of the API server itself
    public Chaos(Env env, Store store, Client client) {
        this.env = env;
        this.store = store;
        this.client = client;
        this.counted = env.queue(1);
        this.policies = new ChaosPolicies(store::snapshot, env::wallTime, () -> counted.offer(true));
    }

    /// The custom resource, as one would apply it.
    public static byte[] definition() {
        try (InputStream in = Chaos.class.getResourceAsStream(DEFINITION)) {
            if (in == null) {
                throw new IllegalStateException(DEFINITION + " is not in the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The way in for whoever may be troubled.
    public Pipeline over(Pipeline rest) {
        return new ChaosPipeline(rest, store, env, policies);
    }

    public void start() {
        env.start("status", TaskKind.LIGHT, this::report);
    }

    private void report() {
        Map<String, JsonObject> told = new LinkedHashMap<>();
        while (true) {
            boolean acting = policies.ongoing().stream().anyMatch(policy -> !policy.over());
            if (counted.take(acting ? BETWEEN : IDLE).isPresent()) {
                env.sleep(BETWEEN); // More will follow.
            }
            Map<String, JsonObject> now = new LinkedHashMap<>();
            policies.ongoing().forEach(policy -> now.put(policy.policy.name(), status(policy)));
            now.forEach((name, status) -> {
                if (!Objects.equals(status, told.get(name))) {
                    report(name, status);
                }
            });
            told.clear();
            told.putAll(now);
        }
    }

    private static JsonObject status(Ongoing policy) {
        JsonObject faults = new JsonObject();
        policy.faults().forEach((fault, count) -> faults.put(fault.word(), count));
        return new JsonObject()
                .put("phase", policy.over() ? "Over" : "Active")
                .put("requests", policy.requests())
                .put("faults", faults);
    }

    private void report(String name, JsonObject status) {
        try {
            client.patch(
                    Target.object(POLICIES, "", name).subresource("status"),
                    PatchType.MERGE,
                    new Body.Tree(new JsonObject().put("status", status.copy())),
                    WriteOptions.as(USER_AGENT));
        } catch (ApiException e) {
            log.info("cannot tell what {} has done: {}", name, e.getMessage()); // It may be gone.
        }
    }
}
