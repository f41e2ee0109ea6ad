package dev.setpoint.apiserver;

import dev.setpoint.apiserver.actions.BindingAction;
import dev.setpoint.apiserver.actions.EvictionAction;
import dev.setpoint.apiserver.actions.FinalizeAction;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.actions.NodePorts;
import dev.setpoint.apiserver.actions.ScaleAction;
import dev.setpoint.apiserver.actions.ServiceAddresses;
import dev.setpoint.apiserver.admission.BuiltInAdmission;
import dev.setpoint.apiserver.authz.MastersAuthorizer;
import dev.setpoint.apiserver.crd.DefinitionLoop;
import dev.setpoint.apiserver.crd.Definitions;
import dev.setpoint.apiserver.crd.conversion.HttpsCall;
import dev.setpoint.apiserver.crd.conversion.WebhookConverter;
import dev.setpoint.apiserver.inprocess.InProcessClient;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.Catalog;
import dev.setpoint.apiserver.registry.Keeping;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.ObjectWriter;
import dev.setpoint.apiserver.registry.Registry;
import dev.setpoint.apiserver.registry.ServedResource;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.protobuf.MalformedProtobufException;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.conversion.Conversions;
import dev.setpoint.resources.openapi.CustomSchemas;
import dev.setpoint.resources.schema.BuiltInMessages;
import dev.setpoint.resources.schema.BuiltInSchemas;
import dev.setpoint.resources.strategy.Strategies;
import dev.setpoint.store.Store;
import java.util.Map;
import java.util.Objects;

/// The parts of the API server, put together over a store. Whoever is inside the JVM gets a [Client]; HTTP is added by
/// the composition root.
public final class ApiServer implements AutoCloseable {
    private final Definitions definitions;
    private final Catalog catalog;
    private final Pipeline pipeline;
    private final DefinitionLoop definitionLoop;

    /// @param env of the API server's own process
    /// @param serviceRange from which Services get their addresses
    public ApiServer(Env env, Store store, Ipv4Range serviceRange) {
        HttpsCall webhooks = new HttpsCall();
        this.definitions = new Definitions(store, definition -> WebhookConverter.of(env, webhooks, definition));
        this.catalog = new Catalog(ResourceTable.builtIn(), ApiServer::served, definitions);
        ObjectWriter writer =
                new ObjectWriter(env, store, new ServiceAddresses(env, catalog, serviceRange).and(new NodePorts(env)));
        this.pipeline = new Registry(
                catalog,
                store,
                writer,
                new MastersAuthorizer(),
                BuiltInAdmission.chain(env),
                ApiServer::decodeProtobuf,
                BuiltInSchemas::of,
                objects -> actions(env, catalog, objects));
        User self = User.of("system:apiserver", User.MASTERS, "system:authenticated");
        this.definitionLoop = new DefinitionLoop(env, store, client(env, self, "kube-apiserver"));
    }

    /// Starts what happens in the API server without being asked for: definitions of custom resources are established.
    public void start() {
        definitionLoop.start();
    }

    @Override
    public void close() {
        definitionLoop.close();
    }

    /// Everything that is served now. The same table while nothing changed.
    public ResourceTable resources() {
        return catalog.table();
    }

    /// What definitions say of custom resources.
    public CustomSchemas customSchemas() {
        return definitions::schema;
    }

    public Pipeline pipeline() {
        return pipeline;
    }

    /// @param caller the process that calls, which a simulation may stop
    public Client client(Env caller, User user, String userAgent) {
        return new InProcessClient(caller, pipeline, user, userAgent);
    }

    private static Map<String, SubresourceAction> actions(Env env, Catalog catalog, ObjectAccess objects) {
        return Map.of(
                "pods/binding", new BindingAction(env, objects),
                "pods/eviction", new EvictionAction(env, catalog, objects),
                "namespaces/finalize", new FinalizeAction(objects),
                "*/scale", new ScaleAction(objects));
    }

    private static JsonObject decodeProtobuf(byte[] bytes, GroupVersionKind expected) {
        try {
            return BuiltInMessages.decode(bytes, expected);
        } catch (MalformedProtobufException e) {
            throw new ApiException(new ApiError.BadRequest(Objects.requireNonNull(e.getMessage())));
        }
    }

    private static ServedResource served(ResourceType type) {
        return new ServedResource(
                type,
                BuiltInSchemas.of(type.groupVersionKind()),
                BuiltInSchemas.of(type.storageKind()),
                Strategies.of(type),
                Conversions.of(type),
                Keeping.FIXED);
    }
}
