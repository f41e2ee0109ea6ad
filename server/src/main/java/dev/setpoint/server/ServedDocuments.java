package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.discovery.DiscoveryDocuments;
import dev.setpoint.apiserver.discovery.OpenApiDocuments;
import dev.setpoint.apiserver.discovery.ServerDocuments;
import dev.setpoint.apiserver.discovery.ServerDocuments.Check;
import dev.setpoint.apiserver.metrics.MeasuredTables;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.resources.ResourceTable;
import java.util.List;
import java.util.function.Supplier;

/// What a control plane serves beside its resources.
public final class ServedDocuments {
    private ServedDocuments() {}

    /// @param nodes where there are none, nobody measures anything
    public static Documents of(ControlPlane controlPlane, int nodes) {
        ServerDocuments own = new ServerDocuments(
                List.of(
                        new Check("ping", false, () -> true),
                        new Check("etcd", false, controlPlane::storeWorks),
                        new Check("poststarthook/start-controllers", true, controlPlane::ready)),
                controlPlane.metrics()::text,
                "2026-01-01T00:00:00Z");
        ApiServer apiServer = controlPlane.apiServer();
        Supplier<ResourceTable> discovered =
                nodes > 0 ? new MeasuredTables(apiServer::resources) : apiServer::resources;
        DiscoveryDocuments discovery = new DiscoveryDocuments(discovered);
        OpenApiDocuments openApi =
                new OpenApiDocuments(apiServer::resources, apiServer.customSchemas(), ServerDocuments.VERSION);
        Documents issuer = apiServer.issuer();
        return query -> own.find(query)
                .or(() -> discovery.find(query))
                .or(() -> openApi.find(query))
                .or(() -> issuer.find(query));
    }
}
