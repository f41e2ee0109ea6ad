package dev.setpoint.resources.strategy.apps;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppsValidationTest {
    private static final String SELECTOR = "'selector': {'matchLabels': {'app': 'web'}}";

    @Test
    void aSelectorFindsWhatTheTemplateMakes() {
        assertThat(deployment(SELECTOR + "," + template("'other': 'x'", "")))
                .containsExactly(
                        "spec.template.metadata.labels: Invalid value: {\"other\":\"x\"}: `selector` does not match"
                                + " template `labels`");
        assertThat(deployment(template("'app': 'web'", "")))
                .containsExactly(
                        "spec.selector: Required value",
                        "spec.template.metadata.labels: Invalid value: {\"app\":\"web\"}: `selector` does not match"
                                + " template `labels`");
        assertThat(deployment("'selector': {}," + template("'app': 'web'", "")))
                .containsExactly("spec.selector: Invalid value: {}: empty selector is invalid for deployment");
    }

    @Test
    void strategiesMoveSomething() {
        assertThat(web("'replicas': -1"))
                .containsExactly("spec.replicas: Invalid value: -1: must be greater than or equal to 0");
        assertThat(web("'strategy': {'rollingUpdate': {'maxSurge': 0, 'maxUnavailable': 0}}"))
                .containsExactly(
                        "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge`"
                                + " is 0");
        assertThat(web("'strategy': {'rollingUpdate': {}, 'type': 'Recreate'}"))
                .containsExactly("spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is"
                        + " 'Recreate'");
        assertThat(web("'strategy': {'rollingUpdate': {'maxSurge': '150x'}}"))
                .containsExactly(
                        "spec.strategy.rollingUpdate.maxSurge: Invalid value: \"150x\": a valid percent string must"
                                + " be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation"
                                + " is '[0-9]+%')");
        assertThat(web("'minReadySeconds': 700, 'progressDeadlineSeconds': 600"))
                .containsExactly(
                        "spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds");
    }

    @Test
    void podsAreAlwaysRestarted() {
        assertThat(deployment(SELECTOR + "," + template("'app': 'web'", ", 'restartPolicy': 'Never'")))
                .containsExactly("spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values:"
                        + " \"Always\"");
    }

    @Test
    void aSelectorStays() {
        for (KindRules strategy : List.of(new DeploymentStrategy(), new ReplicaSetStrategy())) {
            JsonObject old = created(strategy, "{'spec': {" + SELECTOR + "," + template("'app': 'web'", "") + "}}");
            JsonObject changed = old.copy();
            changed.child("spec").put("selector", object("{'matchLabels': {'b': 'c', 'app': 'web'}}"));
            changed.child("spec")
                    .child("template")
                    .child("metadata")
                    .child("labels")
                    .put("b", "c");

            assertThat(texts(strategy.validateUpdate(changed, old)))
                    .containsExactly(
                            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"web\",\"b\":\"c\"}}: field is"
                                    + " immutable");
        }
    }

    @Test
    void noPartIsLargerThanTheWhole() {
        JsonObject set = object("{'status': {'replicas': 1, 'readyReplicas': 2, 'availableReplicas': -1}}");

        assertThat(texts(new ReplicaSetStrategy().validateStatusUpdate(set, object("{}"))))
                .containsExactly(
                        "status.availableReplicas: Invalid value: -1: must be greater than or equal to 0",
                        "status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas");
    }

    private static String template(String labels, String spec) {
        return "'template': {'metadata': {'labels': {" + labels
                + "}}, 'spec': {'containers': [{'image': 'registry.test/app:1', 'name': 'app'}]" + spec + "}}";
    }

    private static List<String> web(String fields) {
        return deployment(SELECTOR + "," + template("'app': 'web'", "") + ", " + fields);
    }

    private static List<String> deployment(String spec) {
        return mistakes(new DeploymentStrategy(), "{'spec': {" + spec + "}}");
    }
}
