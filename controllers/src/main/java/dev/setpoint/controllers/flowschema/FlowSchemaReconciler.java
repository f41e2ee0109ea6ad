package dev.setpoint.controllers.flowschema;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfiguration;

/// Executes a [FlowSchemaPlan].
final class FlowSchemaReconciler implements Reconciler<ObjectKey> {
    private static final String MANAGER = "api-priority-and-fairness-config-consumer-v1";

    private final Env env;
    private final Informer<FlowSchema> schemas;
    private final Informer<PriorityLevelConfiguration> levels;
    private final TypedClient<FlowSchema> client;

    FlowSchemaReconciler(Env env, Loops loops) {
        this.env = env;
        this.schemas = loops.informer(Types.FLOW_SCHEMA);
        this.levels = loops.informer(Types.PRIORITY_LEVEL);
        this.client = schemas.typed().over(loops.client()).as(MANAGER);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        schemas.find(key)
                .flatMap(schema -> FlowSchemaPlan.plan(
                        schema,
                        levels.find(ObjectKey.cluster(FlowSchemaPlan.level(schema)))
                                .isPresent(),
                        Timestamps.seconds(env.wallTime())))
                .ifPresent(client::updateStatus);
        return Outcome.DONE;
    }
}
