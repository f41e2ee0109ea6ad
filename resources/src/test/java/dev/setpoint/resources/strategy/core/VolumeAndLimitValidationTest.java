package dev.setpoint.resources.strategy.core;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static dev.setpoint.resources.strategy.Samples.updated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolumeAndLimitValidationTest {
    private final PersistentVolumeStrategy volumes = new PersistentVolumeStrategy();
    private final PersistentVolumeClaimStrategy claims = new PersistentVolumeClaimStrategy();
    private final ResourceQuotaStrategy quotas = new ResourceQuotaStrategy();

    @Test
    void aVolumeHasOnePlaceSomeRoomAndModesThatFitTogether() {
        assertThat(mistakes(volumes, """
                {'metadata': {'name': 'v'}, 'spec': {'accessModes': ['ReadWriteOnce'],
                 'capacity': {'storage': '1Gi'}, 'local': {'path': '/d'}, 'storageClassName': 'l'}}"""))
                .containsExactly("spec.nodeAffinity: Required value: Local volume requires node affinity");
        assertThat(mistakes(volumes, """
                {'metadata': {'name': 'v'}, 'spec': {'accessModes': ['ReadWriteOncePod', 'ReadWriteOnce'],
                 'capacity': {'storage': '0'}, 'nfs': {'path': '/p', 'server': 's'}}}"""))
                .containsExactly(
                        "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
                        "spec.capacity[storage]: Invalid value: \"0\": must be greater than zero");
        assertThat(mistakes(volumes, "{'metadata': {'name': 'v'}, 'spec': {}}"))
                .containsExactly(
                        "spec.accessModes: Required value",
                        "spec.capacity: Required value",
                        "spec.capacity: Unsupported value: null: supported values: \"storage\"",
                        "spec: Required value: must specify a volume type");
    }

    @Test
    void aVolumeKeepsItsSource() {
        JsonObject old = created(volumes, """
                {'metadata': {'name': 'v'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'capacity': {'storage': '1Gi'},
                 'csi': {'driver': 'd.example.com', 'volumeHandle': 'h'}}}""");
        JsonObject moved = old.copy();
        moved.child("spec").child("csi").put("volumeHandle", "i");
        JsonObject released = old.copy();
        released.child("spec").put("persistentVolumeReclaimPolicy", "Delete");

        assertThat(update(volumes, moved, old))
                .singleElement()
                .asString()
                .startsWith("spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after"
                        + " creation");
        assertThat(update(volumes, released, old)).isEmpty();
    }

    @Test
    void aClaimMayOnlyGrow() {
        JsonObject old = created(claims, """
                {'metadata': {'name': 'c'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'volumeName': 'v',
                 'resources': {'requests': {'storage': '2Gi'}}, 'storageClassName': 'manual'},
                 'status': {'phase': 'Bound'}}""");
        old.child("status").put("phase", "Bound").put("capacity", object("{'storage': '2Gi'}"));
        JsonObject other = old.copy();
        other.child("spec").put("storageClassName", "other");
        JsonObject bigger = old.copy();
        bigger.child("spec").child("resources").child("requests").put("storage", "3Gi");
        JsonObject smaller = old.copy();
        smaller.child("spec").child("resources").child("requests").put("storage", "1Gi");

        assertThat(update(claims, other, old))
                .singleElement()
                .asString()
                .startsWith("spec: Forbidden: spec is immutable after creation except resources.requests and"
                        + " volumeAttributesClassName for bound claims\n");
        assertThat(update(claims, bigger, old)).isEmpty();
        assertThat(update(claims, smaller, old))
                .containsExactly(
                        "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity");
    }

    @Test
    void limitsAgreeWithEachOther() {
        assertThat(mistakes(new LimitRangeStrategy(), """
                {'metadata': {'name': 'bad'}, 'spec': {'limits': [
                 {'max': {'cpu': '1'}, 'min': {'cpu': '2'}, 'type': 'Container'}, {'type': 'Odd'}]}}"""))
                .containsExactly(
                        "spec.limits[0].min[cpu]: Invalid value: \"2\": min value 2 is greater than max value 1",
                        "spec.limits[0].defaultRequest[cpu]: Invalid value: \"1\": min value 2 is greater than default"
                                + " request value 1",
                        "spec.limits[0].default[cpu]: Invalid value: \"2\": min value 2 is greater than default value 1",
                        "spec.limits[1].type: Invalid value: \"Odd\": must be a standard limit type or fully qualified");
    }

    @Test
    void aQuotaKeepsItsScopes() {
        String quota = "{'metadata': {'name': 'q'}, 'spec': {'hard': {'pods': '1'}, 'scopes': ['%s']}}";
        JsonObject old = created(quotas, quota.formatted("BestEffort"));

        assertThat(update(quotas, object(quota.formatted("NotBestEffort")), old))
                .containsExactly("spec.scopes: Invalid value: [\"NotBestEffort\"]: field is immutable");
        assertThat(mistakes(quotas, "{'metadata': {'name': 'q'}, 'spec': {'hard': {'pods': '-1', 'odd': '1'}}}"))
                .containsExactly(
                        "spec.hard[pods]: Invalid value: \"-1\": must be greater than or equal to 0",
                        "spec.hard[odd]: Invalid value: \"odd\": must be a standard resource type or fully qualified",
                        "spec.hard[odd]: Invalid value: \"odd\": must be a standard resource for quota");
    }

    private static List<String> update(KindRules strategy, JsonObject changed, JsonObject old) {
        return texts(strategy.validateUpdate(updated(strategy, changed, old), old));
    }
}
