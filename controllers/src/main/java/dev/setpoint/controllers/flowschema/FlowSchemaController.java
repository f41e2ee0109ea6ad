package dev.setpoint.controllers.flowschema;

import dev.setpoint.base.Env;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;

/// A schema is looked at when it changes, and when the level does that it names.
public final class FlowSchemaController {
    private FlowSchemaController() {}

    public static Controller<ObjectKey> of(Env env, Loops loops) {
        var schemas = loops.informer(Types.FLOW_SCHEMA);
        return Controller.of(Types.FLOW_SCHEMA)
                .named("flow-schema")
                .watchesStored(
                        Types.PRIORITY_LEVEL,
                        level -> schemas.all().stream()
                                .filter(schema -> FlowSchemaPlan.level(schema)
                                        .equals(level.key().name()))
                                .map(schema ->
                                        ObjectKey.cluster(schema.getMetadata().getName()))
                                .toList())
                .reconcile(new FlowSchemaReconciler(env, loops));
    }
}
