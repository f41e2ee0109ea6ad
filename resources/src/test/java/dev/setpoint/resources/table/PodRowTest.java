package dev.setpoint.resources.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodRowTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final String WAITING = "{'name':'a','state':{'waiting':{'reason':'%s'}}}";
    private static final String RUNNING = "{'name':'a','ready':true,'state':{'running':{}}}";

    @Test
    void showsAPodThatNobodyHasLookedAt() {
        assertThat(cells("{'metadata':{'name':'p','creationTimestamp':'2026-05-01T11:55:00Z'},"
                        + "'spec':{'containers':[{'name':'a'}]},'status':{'phase':'Pending'}}"))
                .containsExactly("p", "0/1", "Pending", "0", "5m", "<none>", "<none>", "<none>", "<none>");
    }

    @Test
    void showsARunningPodInFull() {
        assertThat(cells("{'metadata':{'name':'p','creationTimestamp':'2026-04-29T10:00:00Z'},"
                        + "'spec':{'nodeName':'n','containers':[{'name':'a'},{'name':'b'}],"
                        + " 'readinessGates':[{'conditionType':'one'},{'conditionType':'two'}]},"
                        + "'status':{'phase':'Running','podIPs':[{'ip':'10.0.0.1'},{'ip':'::1'}],"
                        + " 'nominatedNodeName':'m','conditions':[{'type':'one','status':'True'},"
                        + " {'type':'two','status':'False'}],"
                        + " 'containerStatuses':[" + RUNNING + "," + RUNNING + "]}}"))
                .containsExactly("p", "2/2", "Running", "0", "2d2h", "10.0.0.1", "n", "m", "1/2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ContainerCreating | {'waiting':{'reason':'ContainerCreating'}}",
                "CrashLoopBackOff | {'waiting':{'reason':'CrashLoopBackOff'}}",
                "Pending | {'waiting':{}}",
                "Completed | {'terminated':{'reason':'Completed','exitCode':0}}",
                "Error | {'terminated':{'reason':'Error','exitCode':1}}",
                "OOMKilled | {'terminated':{'reason':'OOMKilled','exitCode':137}}",
                "Signal:9 | {'terminated':{'signal':9}}",
                "ExitCode:3 | {'terminated':{'exitCode':3}}",
                "ExitCode:0 | {'terminated':{}}",
            })
    void tellsTheStateOfItsContainer(String word, String state) {
        assertThat(status("{'phase':'Pending','containerStatuses':[{'name':'a','state':" + state + "}]}"))
                .isEqualTo(word);
    }

    @Test
    void prefersTheReasonOfThePodToItsPhase() {
        assertThat(status("{'phase':'Failed','reason':'Evicted'}")).isEqualTo("Evicted");
    }

    @Test
    void tellsThatSchedulingIsGated() {
        assertThat(status("{'phase':'Pending','conditions':[{'type':'PodScheduled','status':'False',"
                        + "'reason':'SchedulingGated'}]}"))
                .isEqualTo("SchedulingGated");
    }

    @Test
    void isCompletedOnlyWhenNothingRuns() {
        String done = "{'name':'b','state':{'terminated':{'reason':'Completed','exitCode':0}}}";
        String failed = "{'name':'c','state':{'terminated':{'reason':'Error','exitCode':1}}}";

        assertThat(status("{'containerStatuses':[" + done + "," + RUNNING + "],"
                        + "'conditions':[{'type':'Ready','status':'True'}]}"))
                .isEqualTo("Running");
        assertThat(status("{'containerStatuses':[" + done + "," + RUNNING + "]}"))
                .isEqualTo("NotReady");
        assertThat(status("{'containerStatuses':[" + done + "," + failed + "]}"))
                .isEqualTo("Error");
        assertThat(status("{'containerStatuses':[" + done + "," + done + "]}")).isEqualTo("Completed");
    }

    @Test
    void tellsHowFarInitializationIs() {
        String done = "{'name':'i','state':{'terminated':{'exitCode':0}}}";
        String running = "{'name':'j','state':{'running':{}}}";

        assertThat(initStatus("{'initContainerStatuses':[" + running + "]}")).isEqualTo("Init:0/2");
        assertThat(initStatus("{'initContainerStatuses':[" + done + "," + running + "]}"))
                .isEqualTo("Init:1/2");
        assertThat(initStatus("{'initContainerStatuses':[" + WAITING.formatted("PodInitializing") + "]}"))
                .isEqualTo("Init:0/2");
        assertThat(initStatus("{'initContainerStatuses':[" + WAITING.formatted("ImagePullBackOff") + "]}"))
                .isEqualTo("Init:ImagePullBackOff");
        assertThat(initStatus("{'initContainerStatuses':[{'name':'i','state':{'terminated':{'exitCode':2}}}]}"))
                .isEqualTo("Init:ExitCode:2");
        assertThat(initStatus("{'initContainerStatuses':[{'name':'i','state':{'terminated':{'signal':9,"
                        + "'exitCode':1}}}]}"))
                .isEqualTo("Init:Signal:9");
        assertThat(initStatus("{'initContainerStatuses':[{'name':'i','state':{'terminated':{'reason':'Error',"
                        + "'exitCode':1}}}]}"))
                .isEqualTo("Init:Error");
        assertThat(initStatus("{'phase':'Pending','initContainerStatuses':[" + done + "," + done + "],"
                        + "'containerStatuses':[" + WAITING.formatted("PodInitializing") + "]}"))
                .isEqualTo("PodInitializing");
    }

    @Test
    void countsSidecarsAmongContainers() {
        List<String> cells = cells("{'spec':{'containers':[{'name':'a'}],"
                + "'initContainers':[{'name':'s','restartPolicy':'Always'},{'name':'i'}]},"
                + "'status':{'phase':'Running','initContainerStatuses':["
                + " {'name':'s','started':true,'ready':true,'restartCount':2,'state':{'running':{}}},"
                + " {'name':'i','restartCount':7,'state':{'terminated':{'exitCode':0}}}],"
                + " 'containerStatuses':[" + RUNNING + "]}}");

        assertThat(cells.get(1)).isEqualTo("2/2");
        assertThat(cells.get(3)).isEqualTo("2");
    }

    @Test
    void tellsWhenAContainerWasLastRestarted() {
        String status = "{'name':'a','restartCount':%d,'ready':true,'state':{'running':{}},"
                + "'lastState':{'terminated':{'finishedAt':'%s'}}}";

        assertThat(cells("{'spec':{'containers':[{},{}]},'status':{'containerStatuses':["
                                + status.formatted(2, "2026-05-01T11:55:00Z") + ","
                                + status.formatted(1, "2026-05-01T11:50:00Z") + "]}}")
                        .get(3))
                .isEqualTo("3 (5m ago)");
        assertThat(cells("{'status':{'containerStatuses':[{'name':'a','restartCount':3}]}}")
                        .get(3))
                .isEqualTo("3");
    }

    @Test
    void tellsThatThePodIsGoing() {
        String deleted = "{'metadata':{'deletionTimestamp':'2026-05-01T11:59:00Z'},'status':%s}";

        assertThat(cells(deleted.formatted("{'phase':'Running'}")).get(2)).isEqualTo("Terminating");
        assertThat(cells(deleted.formatted("{'phase':'Running','reason':'NodeLost'}"))
                        .get(2))
                .isEqualTo("Unknown");
        assertThat(cells(deleted.formatted("{'phase':'Succeeded'}")).get(2)).isEqualTo("Succeeded");
    }

    @Test
    void marksRowsOfPodsThatHaveEnded() {
        assertThat(PodRow.print(new Subject(json("{'status':{'phase':'Succeeded'}}"), NOW))
                        .conditions())
                .containsExactly(json("{'type':'Completed','status':'True','reason':'Succeeded',"
                        + "'message':'The pod has completed successfully.'}"));
        assertThat(PodRow.print(new Subject(json("{'status':{'phase':'Failed'}}"), NOW))
                        .conditions())
                .containsExactly(
                        json("{'type':'Completed','status':'True','reason':'Failed','message':'The pod failed.'}"));
        assertThat(PodRow.print(new Subject(json("{'status':{'phase':'Running'}}"), NOW))
                        .conditions())
                .isEmpty();
    }

    private static String status(String status) {
        return cells("{'spec':{'containers':[{'name':'a'}]},'status':" + status + "}")
                .get(2);
    }

    private static String initStatus(String status) {
        return cells("{'spec':{'containers':[{'name':'a'}],'initContainers':[{'name':'i'},{'name':'j'}]},'status':"
                        + status + "}")
                .get(2);
    }

    private static List<String> cells(String pod) {
        return PodRow.print(new Subject(json(pod), NOW)).cells().stream()
                .map(cell -> cell instanceof JsonValue.JsonString(String text) ? text : cell.toString())
                .toList();
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
