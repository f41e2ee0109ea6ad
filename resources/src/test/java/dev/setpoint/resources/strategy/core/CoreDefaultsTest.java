package dev.setpoint.resources.strategy.core;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.updated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import org.junit.jupiter.api.Test;

class CoreDefaultsTest {
    @Test
    void aNamespaceIsLabelledAndHeld() {
        NamespaceStrategy strategy = new NamespaceStrategy();
        JsonObject namespace = created(strategy, "{'metadata': {'labels': {'a': 'b'}, 'name': 'x'}}");

        assertThat(namespace).isEqualTo(object("""
                {'metadata': {'labels': {'a': 'b', 'kubernetes.io/metadata.name': 'x'}, 'name': 'x'},
                 'spec': {'finalizers': ['kubernetes']}, 'status': {'phase': 'Active'}}"""));
        assertThat(strategy.holdsDeletion(namespace)).isTrue();
        assertThat(SelectableFields.of("namespaces").of(namespace)).containsEntry("status.phase", "Active");
    }

    @Test
    void aNamespaceThatIsDeletedTerminates() {
        NamespaceStrategy strategy = new NamespaceStrategy();
        JsonObject namespace = object("{'metadata': {'deletionTimestamp': 'now', 'deletionGracePeriodSeconds': 0}}");

        strategy.onDeletionMarked(namespace);

        assertThat(namespace)
                .isEqualTo(object("{'metadata': {'deletionTimestamp': 'now'}, 'status': {'phase': 'Terminating'}}"));
    }

    @Test
    void onlyFinalizeChangesTheFinalizersOfANamespace() {
        NamespaceStrategy strategy = new NamespaceStrategy();
        JsonObject old = created(strategy, "{'metadata': {'name': 'x'}}");
        JsonObject changed = old.copy();
        changed.child("spec").remove("finalizers");

        assertThat(updated(strategy, changed, old)).isEqualTo(old);
        strategy.prepareForSubresourceUpdate("finalize", changed, old);
        assertThat(strategy.holdsDeletion(changed)).isFalse();
    }

    @Test
    void aNodeBringsItsStatus() {
        JsonObject node = created(new NodeStrategy(), """
                {'spec': {'podCIDR': '10.50.0.0/24'}, 'status': {'capacity': {'cpu': '4'}}}""");

        assertThat(node).isEqualTo(object("""
                {'spec': {'podCIDR': '10.50.0.0/24', 'podCIDRs': ['10.50.0.0/24']},
                 'status': {'capacity': {'cpu': '4'}, 'allocatable': {'cpu': '4'}}}"""));
        assertThat(SelectableFields.of("nodes").of(node)).containsEntry("spec.unschedulable", "false");
    }

    @Test
    void aSecretKeepsTextsAsData() {
        SecretStrategy strategy = new SecretStrategy();
        JsonObject secret = created(strategy, "{'stringData': {'a': 'x'}, 'data': {'a': 'Yg==', 'b': 'Yg=='}}");

        assertThat(secret).isEqualTo(object("{'data': {'a': 'eA==', 'b': 'Yg=='}, 'type': 'Opaque'}"));
        assertThat(SelectableFields.of("secrets").of(secret)).containsEntry("type", "Opaque");
    }

    @Test
    void anAccountRefersToSecretsByName() {
        JsonObject account =
                created(new ServiceAccountStrategy(), "{'secrets': [{'name': 's', 'kind': 'Secret', 'uid': '1'}]}");

        assertThat(account).isEqualTo(object("{'secrets': [{'name': 's'}]}"));
    }

    @Test
    void anEventIsSelectedByWhatItIsAbout() {
        EventStrategy strategy = EventStrategy.OLD;
        JsonObject event = created(
                strategy,
                "{'involvedObject': {'kind': 'Pod', 'name': 'p'}, 'reason': 'R'," + " 'reportingComponent': 'c'}");

        assertThat(SelectableFields.of("events").of(event))
                .containsEntry("involvedObject.kind", "Pod")
                .containsEntry("involvedObject.uid", "")
                .containsEntry("reason", "R")
                .containsEntry("source", "c")
                .hasSize(11);
    }
}
