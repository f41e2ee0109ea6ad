package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.codec.SamplePod;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/// The objects that are written and read.
final class Samples {
    /// Nobody answers to this name: the pods stay where they are, and nothing but the API works for them.
    private static final String NO_SCHEDULER = "nobody";

    private static final String NAME = "NAME-OF-THE-OBJECT";
    private static final String POD = podText();
    private static final String CONFIG_MAP = configMapText();

    private Samples() {}

    /// Some 4 KB.
    static byte[] pod(String name) {
        return named(POD, name);
    }

    /// A small one, for the scheduler that there is.
    static byte[] runnablePod(String name) {
        return JsonWriter.bytes(new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("metadata", new JsonObject().put("name", name))
                .put("spec", new JsonObject().put("containers", JsonArray.of(container()))));
    }

    /// Some 1 KB.
    static byte[] configMap(String name) {
        return named(CONFIG_MAP, name);
    }

    private static byte[] named(String text, String name) {
        return text.replace(NAME, name).getBytes(StandardCharsets.UTF_8);
    }

    static byte[] deployment(String name, int replicas) {
        JsonObject labels = new JsonObject().put("app", name);
        JsonObject template = new JsonObject()
                .put("metadata", new JsonObject().put("labels", labels.copy()))
                .put("spec", new JsonObject().put("containers", JsonArray.of(container())));
        return JsonWriter.bytes(new JsonObject()
                .put("apiVersion", "apps/v1")
                .put("kind", "Deployment")
                .put("metadata", new JsonObject().put("name", name))
                .put(
                        "spec",
                        new JsonObject()
                                .put("replicas", replicas)
                                .put("selector", new JsonObject().put("matchLabels", labels))
                                .put("template", template)));
    }

    private static JsonObject container() {
        JsonObject requests = new JsonObject().put("cpu", "10m").put("memory", "16Mi");
        return new JsonObject()
                .put("name", "web")
                .put("image", "registry.test/web:1")
                .put("resources", new JsonObject().put("requests", requests));
    }

    private static String podText() {
        JsonObject pod = JsonReader.object(SamplePod.bytes());
        pod.child("metadata").remove("generateName");
        pod.child("metadata").put("name", NAME);
        pod.child("spec").put("schedulerName", NO_SCHEDULER);
        return JsonWriter.text(pod);
    }

    private static String configMapText() {
        JsonObject data = new JsonObject();
        for (int i = 0; i < 8; i++) {
            data.put("setting-" + i, "what the program should know about itself, for example this ".repeat(2));
        }
        return JsonWriter.text(new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "ConfigMap")
                .put("metadata", new JsonObject().put("name", NAME))
                .put("data", data));
    }
}
