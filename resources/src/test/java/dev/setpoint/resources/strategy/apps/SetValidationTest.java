package dev.setpoint.resources.strategy.apps;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class SetValidationTest {
    private final StatefulSetStrategy stateful = new StatefulSetStrategy();
    private final DaemonSetStrategy daemon = new DaemonSetStrategy();

    @Test
    void aStatefulSetKnowsItsPolicies() {
        assertThat(mistakes(stateful, set("'podManagementPolicy': 'Odd',", "")))
                .containsExactly(
                        "spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'");
        assertThat(mistakes(stateful, set("'updateStrategy': {'rollingUpdate': {}, 'type': 'OnDelete'},", "")))
                .containsExactly("spec.updateStrategy.rollingUpdate: Invalid value: {\"Partition\":0,"
                        + "\"MaxUnavailable\":null}: only allowed for updateStrategy 'RollingUpdate'");
        assertThat(mistakes(stateful, set("'updateStrategy': {'rollingUpdate': {'partition': -1}},", "")))
                .containsExactly(
                        "spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or"
                                + " equal to 0");
        assertThat(mistakes(
                        stateful,
                        set(
                                "'ordinals': {'start': -1}, 'persistentVolumeClaimRetentionPolicy': {'whenDeleted': 'Odd'},",
                                "")))
                .containsExactly(
                        "spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: \"Odd\": supported"
                                + " values: \"Retain\", \"Delete\"",
                        "spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0");
    }

    @Test
    void podsOfAStatefulSetMountItsClaims() {
        String mounts = ", 'volumeMounts': [{'name': 'data', 'mountPath': '/d'}]";
        String claims =
                "'volumeClaimTemplates': [{'metadata': {'name': 'data'}, 'spec': {'accessModes': ['ReadWriteOnce'],"
                        + " 'resources': {'requests': {'storage': '1Gi'}}}}],";

        assertThat(mistakes(stateful, set(claims, mounts))).isEmpty();
        assertThat(mistakes(stateful, set("", mounts)))
                .containsExactly("spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"data\"");
        assertThat(mistakes(stateful, set("'volumeClaimTemplates': [{'metadata': {'name': 'data'}, 'spec': {}}],", "")))
                .containsExactly(
                        "spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required",
                        "spec.volumeClaimTemplates[0].spec.resources[storage]: Required value");
    }

    @Test
    void mostOfAStatefulSetStays() {
        JsonObject old = created(stateful, set("'serviceName': 'db',", ""));
        JsonObject moved = old.copy();
        moved.child("spec").put("serviceName", "other");
        JsonObject scaled = old.copy();
        scaled.child("spec").put("replicas", 3);

        assertThat(texts(stateful.validateUpdate(moved, old)))
                .containsExactly(
                        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                                + " 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
                                + " 'minReadySeconds' are forbidden");
        assertThat(stateful.validateUpdate(scaled, old)).isEmpty();
    }

    @Test
    void aDaemonSetMovesOneWay() {
        assertThat(mistakes(daemon, set("'updateStrategy': {'rollingUpdate': {'maxUnavailable': 0}},", "")))
                .containsExactly(
                        "spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge"
                                + " is 0");
        assertThat(mistakes(daemon, set("'updateStrategy': {'rollingUpdate': {'maxSurge': 1}},", "")))
                .containsExactly("spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when"
                        + " maxUnavailable is non-zero");
    }

    @Test
    void podsOfADaemonSetRunForEver() {
        assertThat(mistakes(daemon, set("", "}], 'restartPolicy': 'OnFailure', 'activeDeadlineSeconds': 5, 'x': [{")))
                .containsExactly(
                        "spec.template.spec.restartPolicy: Unsupported value: \"OnFailure\": supported values: \"Always\"",
                        "spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in DaemonSet is not"
                                + " Supported");
        JsonObject old = created(daemon, set("", ""));
        JsonObject changed = old.copy();
        changed.child("spec").child("selector").child("matchLabels").put("q", "q");
        assertThat(texts(daemon.validateUpdate(changed, old)))
                .containsExactly(
                        "spec.selector: Invalid value: {\"matchLabels\":{\"a\":\"d\",\"q\":\"q\"}}: field is immutable",
                        "spec.template.metadata.labels: Invalid value: {\"a\":\"d\"}: `selector` does not match template"
                                + " `labels`");
    }

    @Test
    void aRevisionStays() {
        ControllerRevisionStrategy revisions = new ControllerRevisionStrategy();

        assertThat(mistakes(revisions, "{'revision': -1}"))
                .containsExactly(
                        "revision: Invalid value: -1: must be greater than or equal to 0",
                        "data: Required value: data is mandatory");
        assertThat(texts(revisions.validateUpdate(object("{'data': {'a': 1}}"), object("{'data': {}}"))))
                .containsExactly("data: Invalid value: {\"a\":1}: field is immutable");
    }

    private static String set(String fields, String container) {
        return "{'metadata': {'name': 's'}, 'spec': {" + fields
                + "'selector': {'matchLabels': {'a': 'd'}}, 'template': {'metadata': {'labels': {'a': 'd'}}, 'spec':"
                + " {'containers': [{'image': 'registry.test/app:1', 'name': 'app'" + container + "}]}}}}";
    }
}
