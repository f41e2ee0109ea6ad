package dev.setpoint.controllers.replicationcontroller;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.replicaset.ReplicaKind;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerBuilder;
import io.fabric8.kubernetes.api.model.ReplicationControllerConditionBuilder;
import io.fabric8.kubernetes.api.model.ReplicationControllerStatus;
import io.fabric8.kubernetes.api.model.ReplicationControllerStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatusBuilder;
import java.util.List;
import java.util.Optional;

/// ReplicationControllers, seen as ReplicaSets of their own kind: references to them and events about them name
/// them for what they are.
final class ReplicationControllers implements ReplicaKind {
    private final Informer<ReplicationController> controllers;
    private final TypedClient<ReplicationController> client;

    ReplicationControllers(Loops loops) {
        this.controllers = loops.informer(Types.REPLICATION_CONTROLLER);
        this.client = Types.REPLICATION_CONTROLLER.over(loops.client()).as(Authorship.NAME);
    }

    @Override
    public Optional<ReplicaSet> find(ObjectKey key) {
        return controllers.find(key).map(ReplicationControllers::seen);
    }

    @Override
    public Optional<ReplicaSet> live(ObjectKey key) {
        return client.find(key).map(ReplicationControllers::seen);
    }

    @Override
    public List<ReplicaSet> siblings(ReplicaSet set) {
        return List.of(set);
    }

    /// A ReplicationController does not say how many of its pods are on their way out.
    @Override
    public void report(ReplicaSet set, ReplicaSetStatus status) {
        ReplicationControllerStatus told = told(status);
        controllers
                .find(ObjectKey.of(set))
                .filter(controller -> Metadata.uid(controller).equals(Metadata.uid(set)))
                .filter(controller -> !told.equals(controller.getStatus()))
                .ifPresent(controller -> client.updateStatus(new ReplicationControllerBuilder(controller)
                        .withStatus(told)
                        .build()));
    }

    static LabelSelector selector(ReplicationController controller) {
        return new LabelSelectorBuilder()
                .withMatchLabels(Metadata.orEmpty(controller.getSpec().getSelector()))
                .build();
    }

    private static ReplicaSet seen(ReplicationController controller) {
        return new ReplicaSetBuilder()
                .withApiVersion("v1")
                .withKind("ReplicationController")
                .withMetadata(controller.getMetadata())
                .withNewSpec()
                .withReplicas(controller.getSpec().getReplicas())
                .withMinReadySeconds(controller.getSpec().getMinReadySeconds())
                .withSelector(selector(controller))
                .withTemplate(controller.getSpec().getTemplate())
                .endSpec()
                .withStatus(controller.getStatus() == null ? null : seen(controller.getStatus()))
                .build();
    }

    /// Only what a new status is made from.
    private static ReplicaSetStatus seen(ReplicationControllerStatus status) {
        return new ReplicaSetStatusBuilder()
                .withConditions(status.getConditions().stream()
                        .map(condition -> new ReplicaSetConditionBuilder()
                                .withType(condition.getType())
                                .withStatus(condition.getStatus())
                                .withLastTransitionTime(condition.getLastTransitionTime())
                                .withReason(condition.getReason())
                                .withMessage(condition.getMessage())
                                .build())
                        .toList())
                .build();
    }

    private static ReplicationControllerStatus told(ReplicaSetStatus status) {
        return new ReplicationControllerStatusBuilder()
                .withReplicas(status.getReplicas())
                .withFullyLabeledReplicas(status.getFullyLabeledReplicas())
                .withReadyReplicas(status.getReadyReplicas())
                .withAvailableReplicas(status.getAvailableReplicas())
                .withObservedGeneration(status.getObservedGeneration())
                .withConditions(status.getConditions().stream()
                        .map(condition -> new ReplicationControllerConditionBuilder()
                                .withType(condition.getType())
                                .withStatus(condition.getStatus())
                                .withLastTransitionTime(condition.getLastTransitionTime())
                                .withReason(condition.getReason())
                                .withMessage(condition.getMessage())
                                .build())
                        .toList())
                .build();
    }
}
