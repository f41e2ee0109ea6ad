package dev.setpoint.controllers.namespace;

import dev.setpoint.base.Env;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.DeleteOptions.Propagation;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.TypedClient;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.resources.ResourceType;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Executes a [NamespacePlan]. Deleting pods, deleting the rest and finalizing may all happen in one run,
/// when nothing holds anything.
final class NamespaceReconciler implements Reconciler<ObjectKey> {
    /// Pods, the rest, the namespace; and once more for what the caches did not show.
    private static final int ROUNDS = 5;

    /// In case the end of something was missed.
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    private static final DeleteOptions BACKGROUND =
            new DeleteOptions(Propagation.BACKGROUND, OptionalLong.empty(), Optional.empty(), Optional.empty());

    private final Env env;
    private final Client client;
    private final Informer<Namespace> namespaces;
    private final TypedClient<Namespace> namespaceClient;
    private final Caches caches;

    /// @param caches every kind that lives in namespaces and can be deleted, in order
    NamespaceReconciler(Env env, Loops loops, Caches caches) {
        this.env = env;
        this.client = loops.client();
        this.namespaces = loops.informer(Types.NAMESPACE);
        this.namespaceClient = namespaces.typed().over(client).as(Authorship.NAME);
        this.caches = caches;
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Namespace> found = namespaces.find(key).filter(NamespacePlan::ours);
        if (found.isEmpty()) {
            return Outcome.DONE;
        }
        Namespace namespace = found.get();
        List<Content> contents = cached(key.name());
        List<String> failures = new ArrayList<>();
        List<NamespaceAction> actions = NamespacePlan.plan(contents);
        for (int round = 0; round < ROUNDS && !actions.isEmpty() && failures.isEmpty(); round++) {
            if (actions.contains(new NamespaceAction.ConfirmAndFinalize())) {
                contents = listed(key.name());
                if (contents.stream().allMatch(content -> content.total() == 0)) {
                    return finalizeNow(namespace);
                }
            } else {
                contents = deleteAll(key.name(), actions, contents, failures);
            }
            actions = NamespacePlan.plan(contents);
        }
        report(namespace, NamespacePlan.status(namespace, contents, failures, env.wallTime()));
        if (!failures.isEmpty()) {
            throw new IllegalStateException("namespace " + key.name() + ": " + String.join(", ", failures));
        }
        return Outcome.checkAgain(LOOK_AGAIN);
    }

    private List<Content> cached(String namespace) {
        List<Content> contents = new ArrayList<>();
        caches.all()
                .forEach(entry -> contents.add(
                        Content.of(entry.type(), entry.objects().get().inNamespace(namespace))));
        return contents;
    }

    private List<Content> listed(String namespace) {
        return caches.all().stream()
                .map(entry -> listed(entry.type(), namespace))
                .toList();
    }

    private Content listed(ResourceType type, String namespace) {
        return Content.of(
                type,
                client.list(Target.collection(type.resource(), namespace), ListOptions.ALL)
                        .items());
    }

    /// @return what is left: of the kinds that were deleted, as the server says, of the others as it was
    private List<Content> deleteAll(
            String namespace, List<NamespaceAction> actions, List<Content> contents, List<String> failures) {
        List<Content> left = new ArrayList<>(contents);
        for (NamespaceAction action : actions) {
            if (action instanceof NamespaceAction.DeleteAll(var type)) {
                try {
                    delete(type, namespace);
                    left.replaceAll(content -> content.type().equals(type) ? listed(type, namespace) : content);
                } catch (ApiException e) {
                    failures.add(e.getMessage());
                }
            }
        }
        return left;
    }

    private void delete(ResourceType type, String namespace) {
        Target collection = Target.collection(type.resource(), namespace);
        if (type.allows("deletecollection")) {
            client.deleteCollection(collection, ListOptions.ALL, BACKGROUND);
            return;
        }
        client.list(collection, ListOptions.ALL).items().forEach(object -> {
            try {
                client.delete(
                        Target.object(type.resource(), namespace, object.key().name()), BACKGROUND);
            } catch (ApiException e) {
                if (!e.error().notFound()) {
                    throw e;
                }
            }
        });
    }

    private Outcome finalizeNow(Namespace namespace) {
        List<String> left = new ArrayList<>(NamespacePlan.finalizers(namespace));
        left.remove(NamespacePlan.FINALIZER);
        Namespace released = new NamespaceBuilder(namespace)
                .editSpec()
                .withFinalizers(left)
                .endSpec()
                .build();
        try {
            client.update(
                    namespaces.typed().target(namespace).subresource("finalize"),
                    namespaces.typed().encode(released),
                    WriteOptions.as(Authorship.NAME));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
        return Outcome.DONE;
    }

    private void report(Namespace namespace, NamespaceStatus status) {
        if (!status.equals(namespace.getStatus())) {
            namespaceClient.updateStatus(
                    new NamespaceBuilder(namespace).withStatus(status).build());
        }
    }
}
