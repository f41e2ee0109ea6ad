package dev.setpoint.resources.strategy.batch;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchValidationTest {
    private static final String NEVER = "'restartPolicy': 'Never'";
    private final JobStrategy jobs = new JobStrategy();

    @Test
    void aJobEnds() {
        assertThat(job("", NEVER)).isEmpty();
        assertThat(job("", "'restartPolicy': 'Always'"))
                .containsExactly(
                        "spec.template.spec.restartPolicy: Required value: valid values: \"OnFailure\", \"Never\"");
        assertThat(job("'podFailurePolicy': {'rules': []},", "'restartPolicy': 'OnFailure'"))
                .containsExactly(
                        "spec.template.spec.restartPolicy: Invalid value: \"OnFailure\": only \"Never\" is supported"
                                + " when podFailurePolicy is specified");
    }

    @Test
    void countsAreNotNegative() {
        assertThat(job(
                        "'activeDeadlineSeconds': -5, 'backoffLimit': -1, 'parallelism': -1, 'ttlSecondsAfterFinished': -1,",
                        NEVER))
                .containsExactly(
                        "spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
                        "spec.activeDeadlineSeconds: Invalid value: -5: must be greater than or equal to 0",
                        "spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0",
                        "spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0");
        assertThat(job("'completionMode': 'Odd',", NEVER))
                .containsExactly("spec.completionMode: Unsupported value: \"Odd\": supported values: \"NonIndexed\","
                        + " \"Indexed\"");
        assertThat(job("'backoffLimitPerIndex': 1,", NEVER))
                .containsExactly("spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode");
    }

    @Test
    void policiesSayWhenItEnds() {
        assertThat(job("'podFailurePolicy': {'rules': [{'action': 'Odd'}]},", NEVER))
                .containsExactly(
                        "spec.podFailurePolicy.rules[0].action: Unsupported value: \"Odd\": supported values: \"Count\","
                                + " \"FailIndex\", \"FailJob\", \"Ignore\"",
                        "spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions"
                                + " is required");
        assertThat(job(
                        "'podFailurePolicy': {'rules': [{'action': 'FailJob', 'onExitCodes': {'operator': 'In', 'values':"
                                + " [2, 0, 2], 'containerName': 'x'}}]},",
                        NEVER))
                .containsExactly(
                        "spec.podFailurePolicy.rules[0].onExitCodes.containerName: Invalid value: \"x\": must be one of the"
                                + " container or initContainer names in the pod template",
                        "spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In"
                                + " operator",
                        "spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Duplicate value: 2",
                        "spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,0,2]: must be ordered");
        assertThat(job("'completionMode': 'Indexed', 'completions': 1, 'successPolicy': {'rules': []},", NEVER))
                .containsExactly(
                        "spec.successPolicy.rules: Required value: at least one rules must be specified when the"
                                + " successPolicy is specified");
        assertThat(job("'successPolicy': {'rules': [{'succeededCount': 1}]},", NEVER))
                .containsExactly("spec.successPolicy: Invalid value: {\"Rules\":[{\"SucceededIndexes\":null,"
                        + "\"SucceededCount\":1}]}: requires indexed completion mode");
        assertThat(job(
                        "'completionMode': 'Indexed', 'completions': 5, 'successPolicy': {'rules': [{'succeededIndexes':"
                                + " '0-1,1', 'succeededCount': 6}]},",
                        NEVER))
                .containsExactly(
                        "spec.successPolicy.rules[0].succeededIndexes: Invalid value: \"0-1,1\": error parsing"
                                + " succeededIndexes: non-increasing order, previous: 1, current: 1",
                        "spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or equal to 5 (the"
                                + " number of specified completions)",
                        "spec.successPolicy.rules[0].succeededCount: Invalid value: 6: must be less than or equal to 0 (the"
                                + " number of indexes in the specified succeededIndexes field)");
    }

    @Test
    void aSelectorIsMadeForTheJob() {
        assertThat(job("'selector': {'matchLabels': {'a': 'b'}},", NEVER))
                .containsExactly(
                        "spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"b\","
                                + "\"batch.kubernetes.io/controller-uid\":\"u\"}}: `selector` not auto-generated",
                        "spec.template.metadata.labels: Invalid value: {\"batch.kubernetes.io/controller-uid\":\"u\","
                                + "\"batch.kubernetes.io/job-name\":\"g\",\"controller-uid\":\"u\",\"job-name\":\"g\"}:"
                                + " `selector` does not match template `labels`");
    }

    @Test
    void littleOfAJobMayChange() {
        JsonObject old = created(jobs, text("'completions': 2,", NEVER));
        JsonObject more = old.copy();
        more.child("spec").put("parallelism", 4);
        assertThat(jobs.validateUpdate(more, old)).isEmpty();

        more.child("spec").put("completions", 3);
        assertThat(texts(jobs.validateUpdate(more, old)))
                .containsExactly("spec.completions: Invalid value: 3: field is immutable");

        JsonObject suspended = old.copy();
        suspended.child("spec").put("suspend", true);
        JsonObject placed = suspended.copy();
        placed.child("spec")
                .child("template")
                .child("spec")
                .child("nodeSelector")
                .put("a", "b");
        assertThat(jobs.validateUpdate(placed, suspended)).isEmpty();
        assertThat(texts(jobs.validateUpdate(placed, old)))
                .singleElement()
                .asString()
                .startsWith("spec.template: Invalid value: ")
                .endsWith(": field is immutable");
    }

    @Test
    void aJobDecidesBeforeItEnds() {
        JsonObject old = created(jobs, text("", NEVER));
        old.child("status").put("startTime", "2020-01-01T00:00:00Z");
        JsonObject done = old.copy();
        done.put(
                "status",
                object("{'startTime': '2020-01-01T00:00:00Z', 'active': 1, 'conditions': [{'type': 'Complete',"
                        + " 'status': 'True'}]}"));

        assertThat(texts(jobs.validateStatusUpdate(done, old)))
                .containsExactly(
                        "status.completionTime: Required value: completionTime is required for Complete jobs",
                        "status.conditions: Invalid value: cannot set Complete=True condition without the"
                                + " SuccessCriteriaMet=true condition",
                        "status.active: Invalid value: 1: active>0 is invalid for finished job");

        done.put(
                "status",
                object("{'startTime': '2020-01-01T00:00:00Z', 'completionTime': '2020-01-01T00:00:09Z',"
                        + " 'succeeded': 1, 'conditions': [{'type': 'SuccessCriteriaMet', 'status': 'True'}, {'type': 'Complete',"
                        + " 'status': 'True'}]}"));
        assertThat(jobs.validateStatusUpdate(done, old)).isEmpty();
        assertThat(texts(jobs.validateStatusUpdate(old, done)))
                .containsExactly(
                        "status.conditions: Invalid value: cannot disable the terminal Complete=True condition",
                        "status.succeeded: Invalid value: 0: cannot decrease the succeeded counter",
                        "status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition");
    }

    @Test
    void aScheduleHasFiveFields() {
        assertThat(cronJob("'schedule': 'never'"))
                .containsExactly(
                        "spec.schedule: Invalid value: \"never\": expected exactly 5 fields, found 1: [never]");
        assertThat(cronJob("'schedule': '*/5 * * * *', 'concurrencyPolicy': 'Odd', 'startingDeadlineSeconds': -1"))
                .containsExactly(
                        "spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
                        "spec.concurrencyPolicy: Unsupported value: \"Odd\": supported values: \"Allow\", \"Forbid\","
                                + " \"Replace\"");
        assertThat(cronJob("'schedule': '*/5 * * * *', 'timeZone': 'Mars/Base'"))
                .containsExactly("spec.timeZone: Invalid value: \"Mars/Base\": unknown time zone Mars/Base");
        assertThat(cronJob("'schedule': '*/5 * * * *', 'timeZone': 'Europe/Zurich'"))
                .isEmpty();
        assertThat(cronJob("'schedule': 'TZ=UTC 0 0 * * *'"))
                .containsExactly(
                        "spec.schedule: Invalid value: \"TZ=UTC 0 0 * * *\": cannot use TZ or CRON_TZ in schedule,"
                                + " use timeZone field instead");
        assertThat(mistakes(new CronJobStrategy(), cronJobText("g".repeat(53), "'schedule': '@daily'")))
                .containsExactly("metadata.name: Invalid value: \"" + "g".repeat(53) + "\": must be no more than 52"
                        + " characters");
    }

    @Test
    void readsSchedules() {
        for (String sound :
                List.of("0 0 1 1 0", "*/15 0-23/2 1,15 jan-dec mon-FRI", "? ? * * ?", "@every 1h30m", "@hourly")) {
            assertThat(CronSchedule.mistake(sound)).as(sound).isNull();
        }
        assertThat(CronSchedule.mistake("61 * * * *")).isEqualTo("end of range (61) above maximum (59): 61");
        assertThat(CronSchedule.mistake("* * 0 * *")).isEqualTo("beginning of range (0) below minimum (1): 0");
        assertThat(CronSchedule.mistake("5-1 * * * *"))
                .isEqualTo("beginning of range (5) beyond end of range (1): 5-1");
        assertThat(CronSchedule.mistake("*/0 * * * *")).isEqualTo("step of range should be a positive number: */0");
        assertThat(CronSchedule.mistake("1-2-3 * * * *")).isEqualTo("too many hyphens: 1-2-3");
        assertThat(CronSchedule.mistake("x * * * *"))
                .isEqualTo("failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax");
        assertThat(CronSchedule.mistake("@never")).isEqualTo("unrecognized descriptor: @never");
    }

    private List<String> job(String fields, String pod) {
        return mistakes(jobs, text(fields, pod));
    }

    private static String text(String fields, String pod) {
        return "{'metadata': {'name': 'g', 'uid': 'u'}, 'spec': {" + fields + template(pod) + "}}";
    }

    private static String template(String pod) {
        return "'template': {'spec': {'containers': [{'image': 'registry.test/app:1', 'name': 'app'}], " + pod + "}}";
    }

    private static List<String> cronJob(String fields) {
        return mistakes(new CronJobStrategy(), cronJobText("c", fields));
    }

    private static String cronJobText(String name, String fields) {
        return "{'metadata': {'name': '" + name + "'}, 'spec': {'jobTemplate': {'spec': {" + template(NEVER) + "}}, "
                + fields + "}}";
    }
}
