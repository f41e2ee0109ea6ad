package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcePathTest {
    @ParameterizedTest
    @CsvSource({
        "/api/v1/nodes,                                      '',   v1, nodes,       '',   '',   ''",
        "/api/v1/nodes/n1,                                   '',   v1, nodes,       '',   n1,   ''",
        "/api/v1/nodes/n1/status,                            '',   v1, nodes,       '',   n1,   status",
        "/api/v1/namespaces,                                 '',   v1, namespaces,  '',   '',   ''",
        "/api/v1/namespaces/blue,                            '',   v1, namespaces,  '',   blue, ''",
        "/api/v1/namespaces/blue/status,                     '',   v1, namespaces,  '',   blue, status",
        "/api/v1/namespaces/blue/finalize,                   '',   v1, namespaces,  '',   blue, finalize",
        "/api/v1/namespaces/blue/pods,                       '',   v1, pods,        blue, '',   ''",
        "/api/v1/namespaces/blue/pods/p/log,                 '',   v1, pods,        blue, p,    log",
        "/apis/apps/v1/deployments,                          apps, v1, deployments, '',   '',   ''",
        "/apis/apps/v1/namespaces/blue/deployments/d/scale,  apps, v1, deployments, blue, d,    scale",
        "/api/v1/watch,                                      '',   v1, watch,       '',   '',   ''",
    })
    void readsWhatIsNamed(
            String path, String group, String version, String resource, String namespace, String name, String sub) {
        assertThat(ResourcePath.parse(path))
                .contains(new ResourcePath(
                        new Target(new GroupVersionResource(group, version, resource), namespace, name, sub),
                        false,
                        true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/metrics/x/y/z", "/apix/a/b"})
    void leavesDocumentsToOthers(String path) {
        assertThat(ResourcePath.parse(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1//pods",
                "/api/v1/pods/a/b/c",
                "/api//pods",
                "/api/v1/namespaces//pods",
                "/api/v1/nodes//x"
            })
    void knowsPathsThatCannotBeAnyResource(String path) {
        ResourcePath.Asked asked = parsed(path).ask("GET", Map.of());
        assertThat(asked.question()).isInstanceOf(Question.OfNothing.class);
        assertThat(asked.fault()).contains(new ApiError.NoSuchPath());
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /api/v1/pods,                             LIST",
        "GET,    /api/v1/namespaces/blue/pods/p,           GET",
        "GET,    /api/v1/watch/pods,                       WATCH",
        "POST,   /api/v1/namespaces/blue/pods,             CREATE",
        "POST,   /api/v1/namespaces/blue/pods/p/binding,   CREATE",
        "PUT,    /api/v1/namespaces/blue/pods/p,           UPDATE",
        "PATCH,  /api/v1/namespaces/blue/pods/p/status,    PATCH",
        "DELETE, /api/v1/namespaces/blue/pods/p,           DELETE",
        "DELETE, /api/v1/namespaces/blue/pods,             DELETE_COLLECTION",
    })
    void makesVerbsOfMethods(String method, String path, Verb verb) {
        assertThat(verb(path, method, Map.of())).isEqualTo(verb);
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,     /api/v1/namespaces/blue/pods",
        "PATCH,   /api/v1/namespaces/blue/pods",
        "POST,    /api/v1/namespaces/blue/pods/p",
        "OPTIONS, /api/v1/namespaces/blue/pods",
        "HEAD,    /api/v1/namespaces/blue/pods/p",
        "DELETE,  /api/v1/watch/namespaces/blue/pods",
    })
    void refusesMethodsWithoutMeaning(String method, String path) {
        ResourcePath.Asked asked = parsed(path).ask(method, Map.of());
        assertThat(asked.question()).isInstanceOf(Question.OfNothing.class);
        assertThat(asked.fault()).contains(new ApiError.MethodNotAllowed());
    }

    @ParameterizedTest
    @CsvSource({"true, WATCH", "1, WATCH", "'', WATCH", "yes, WATCH", "false, LIST", "FALSE, LIST", "0, LIST"})
    void watchesUnlessToldNotTo(String value, Verb verb) {
        assertThat(verb("/api/v1/pods", "GET", Map.of("watch", List.of(value)))).isEqualTo(verb);
    }

    @Test
    void turnsTheOldWatchOfOneObjectIntoASelector() {
        ResourcePath path = parsed("/api/v1/watch/namespaces/blue/pods/p");
        GroupVersionResource pods = new GroupVersionResource("", "v1", "pods");

        ResourcePath.Asked plain = path.ask("GET", Map.of());
        assertThat(plain.question()).isEqualTo(new Question.OfResource(Verb.WATCH, Target.collection(pods, "blue")));
        assertThat(plain.parameters()).containsEntry("fieldSelector", List.of("metadata.name=p"));
        assertThat(path.ask("GET", Map.of("fieldSelector", List.of("spec.nodeName=n")))
                        .parameters())
                .containsEntry("fieldSelector", List.of("spec.nodeName=n,metadata.name=p"));
    }

    private static Verb verb(String path, String method, Map<String, List<String>> parameters) {
        return parsed(path).ask(method, parameters).question() instanceof Question.OfResource(var verb, var _)
                ? verb
                : fail(method + " " + path + " has no verb");
    }

    private static ResourcePath parsed(String path) {
        return ResourcePath.parse(path).orElseThrow();
    }
}
