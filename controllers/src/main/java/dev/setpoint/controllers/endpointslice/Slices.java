package dev.setpoint.controllers.endpointslice;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.List;

/// The EndpointSlices that one loop manages.
public final class Slices {
    private static final Index BY_SERVICE = Index.label(SlicePacking.SERVICE_NAME);

    private final String manager;
    private final Informer<EndpointSlice> informer;
    private final TypedClient<EndpointSlice> client;

    /// @param manager as the label of its slices names it
    public Slices(Loops loops, String manager) {
        this.manager = manager;
        this.informer = loops.informer(Types.ENDPOINT_SLICE);
        this.client = Types.ENDPOINT_SLICE.over(loops.client()).as(Authorship.NAME);
        informer.index(BY_SERVICE);
    }

    /// Of one Service.
    public List<EndpointSlice> of(ObjectKey service) {
        return informer.objects().indexed(BY_SERVICE, service.name()).stream()
                .filter(slice -> slice.key().namespace().equals(service.namespace()) && managedBy(manager, slice))
                .map(informer.typed()::decode)
                .toList();
    }

    public void execute(SliceAction action) {
        try {
            switch (action) {
                case SliceAction.Create(var slice) -> client.create(slice);
                case SliceAction.Update(var slice) -> client.update(slice);
                case SliceAction.Delete(var slice) -> client.delete(slice);
            }
        } catch (ApiException e) {
            boolean gone = action instanceof SliceAction.Delete && e.error().notFound();
            if (!gone && !e.error().namespaceTerminating()) {
                throw e;
            }
        }
    }

    /// The key of the Service that a slice of this manager belongs to.
    public static List<ObjectKey> serviceOf(String manager, Stored slice) {
        String service = slice.header().labels().getOrDefault(SlicePacking.SERVICE_NAME, "");
        return service.isEmpty() || !managedBy(manager, slice)
                ? List.of()
                : List.of(new ObjectKey(slice.key().namespace(), service));
    }

    private static boolean managedBy(String manager, Stored slice) {
        return manager.equals(slice.header().labels().get(SlicePacking.MANAGED_BY));
    }
}
