package dev.setpoint.machinery.header;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.value.Header;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectableFieldsTest {
    @Test
    void aPodIsSelectedByEightFieldsInOrder() {
        JsonObject pod = json("""
                {"spec": {"nodeName": "n", "restartPolicy": "Never", "schedulerName": "s", "serviceAccountName": "a",
                          "hostNetwork": true},
                 "status": {"phase": "Running", "podIP": "10.0.0.1", "nominatedNodeName": "m"}}""");

        assertThat(SelectableFields.of("pods").of(pod))
                .containsExactly(
                        Map.entry("spec.nodeName", "n"),
                        Map.entry("spec.restartPolicy", "Never"),
                        Map.entry("spec.schedulerName", "s"),
                        Map.entry("spec.serviceAccountName", "a"),
                        Map.entry("spec.hostNetwork", "true"),
                        Map.entry("status.phase", "Running"),
                        Map.entry("status.podIP", "10.0.0.1"),
                        Map.entry("status.nominatedNodeName", "m"));
    }

    /// Where nothing is set, a flag is false, a number is zero and a text is empty.
    @ParameterizedTest
    @CsvSource({
        "pods, spec.hostNetwork, false",
        "pods, spec.nodeName, ''",
        "nodes, spec.unschedulable, false",
        "replicasets.apps, status.replicas, 0",
        "jobs.batch, status.successful, 0",
    })
    void hasAllFieldsOfAnEmptyObject(String resource, String field, String text) {
        assertThat(SelectableFields.of(resource).of(new JsonObject())).containsEntry(field, text);
    }

    @ParameterizedTest
    @CsvSource({
        "jobs.batch, '{\"status\":{\"succeeded\":3}}', status.successful, 3",
        "secrets, '{\"type\":\"Opaque\"}', type, Opaque",
        "persistentvolumes, '{\"metadata\":{\"name\":\"v\"}}', name, v",
        "events, '{\"source\":{\"component\":\"c\"},\"reportingComponent\":\"r\"}', source, c",
        "events, '{\"reportingComponent\":\"r\"}', source, r",
        "nodes, '{\"spec\":{\"unschedulable\":true}}', spec.unschedulable, true",
    })
    void findsWhatIsNotTheTextAtItsPath(String resource, String object, String field, String text) {
        assertThat(SelectableFields.of(resource).of(json(object))).containsEntry(field, text);
    }

    /// An event in its newer form is under its own words selected by the same fields.
    @Test
    void bothFormsOfAnEventHaveOneHeader() {
        JsonObject core = json("""
                {"involvedObject": {"kind": "Pod", "name": "p"}, "reason": "R", "reportingComponent": "c",
                 "type": "Normal"}""");
        JsonObject newer = json("""
                {"regarding": {"kind": "Pod", "name": "p"}, "reason": "R", "reportingController": "c",
                 "type": "Normal"}""");
        SelectableFields labels = SelectableFields.of("events.events.k8s.io");

        assertThat(labels.of(newer)).isEqualTo(SelectableFields.of("events").of(core));
        assertThat(labels.nameOf("regarding.name")).contains("involvedObject.name");
        assertThat(labels.nameOf("reportingController")).contains("reportingComponent");
        assertThat(labels.nameOf("involvedObject.name")).isEmpty();
        assertThat(labels.nameOf("source")).isEmpty();
    }

    @Test
    void makesAHeaderOfAnObjectWithoutMetadata() {
        Header header = ObjectHeaders.of(new JsonObject(), SelectableFields.of("pods"));

        assertThat(header.uid()).isEmpty();
        assertThat(header.fields()).containsEntry("spec.nodeName", "");
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.getBytes(StandardCharsets.UTF_8));
    }
}
