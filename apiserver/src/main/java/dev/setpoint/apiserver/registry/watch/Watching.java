package dev.setpoint.apiserver.registry.watch;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.QueryParameters;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.read.ConsistentReads;
import dev.setpoint.apiserver.registry.read.ListParameters;
import dev.setpoint.apiserver.registry.read.Reading;
import dev.setpoint.apiserver.registry.read.SelectionParser;
import dev.setpoint.apiserver.registry.read.SelectionPredicate;
import dev.setpoint.apiserver.registry.view.View;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.store.Cursor;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import java.time.Duration;
import java.util.Optional;

/// Opens watches: decides where one begins, what it looks at and when it ends.
public final class Watching {
    private static final Duration SHORTEST_DEFAULT = Duration.ofMinutes(30);

    private final Env env;
    private final Store store;
    private final ConsistentReads reads;

    public Watching(Env env, Store store, ConsistentReads reads) {
        this.env = env;
        this.store = store;
        this.reads = reads;
    }

    public EventStream watch(Call call, ServedResource resource, View view) {
        ListParameters parameters = ListParameters.of(call);
        SelectionPredicate selection = SelectionParser.of(resource, parameters);
        String wanted = parameters.resourceVersion();
        boolean fromNow = wanted.isEmpty() || wanted.equals("0");
        boolean initial = parameters.sendInitialEvents().orElse(fromNow);
        Snapshot start = wanted.equals("0") ? reads.known() : reads.current();
        long after = start.revision();
        if (!fromNow) {
            long revision = QueryParameters.revision(wanted)
                    .orElseThrow(() -> new ApiException(new ApiError.Unclassified("resourceVersion: Invalid value: \""
                            + wanted + "\": " + QueryParameters.notANumber("ParseUint", wanted))));
            if (initial && revision > after) {
                throw new ApiException(new ApiError.RevisionTooLarge(revision, after));
            }
            if (!initial) {
                after = revision;
            }
        }
        Scope scope = scope(call, resource, selection);
        Duration lifetime = lifetime(parameters);
        try {
            Cursor cursor = store.watch(scope, after);
            WatchStream stream = new WatchStream(
                    env,
                    cursor,
                    selection,
                    new WatchedResource(resource.storageForm(), store, view),
                    parameters.bookmarks(),
                    env.monotonicNanos() + lifetime.toNanos());
            if (initial) {
                stream.beginWith(
                        Reading.present(
                                resource,
                                start.iterate(
                                        resource.storageName(), call.target().namespace())),
                        after);
            }
            return stream;
        } catch (ExpiredException e) {
            return new FailedStream(tooOld(e));
        }
    }

    static ApiError tooOld(ExpiredException e) {
        return new ApiError.Expired(
                "too old resource version: " + e.requested() + " (" + e.oldest() + ")", Optional.empty());
    }

    /// The narrowest scope that the store can find by hash; the selection does the rest.
    private static Scope scope(Call call, ServedResource resource, SelectionPredicate selection) {
        String name = resource.storageName();
        String namespace = call.target().namespace();
        var pinnedName = selection.fields().pinned("metadata.name");
        if (pinnedName.isPresent() && (!resource.type().namespaced() || !namespace.isEmpty())) {
            return new Scope.Name(name, namespace, pinnedName.get());
        }
        var pinnedNode = selection.fields().pinned("spec.nodeName");
        if (pinnedNode.isPresent() && name.equals("pods")) {
            return new Scope.Field(name, "spec.nodeName", pinnedNode.get());
        }
        return namespace.isEmpty() ? new Scope.Everything(name) : new Scope.Namespace(name, namespace);
    }

    /// As long as the caller says, else between half an hour and an hour, so that watches do not all end together.
    private Duration lifetime(ListParameters parameters) {
        long seconds = parameters.timeoutSeconds().orElse(0);
        return seconds > 0
                ? Duration.ofSeconds(Math.min(seconds, Duration.ofDays(365).toSeconds()))
                : SHORTEST_DEFAULT.plusSeconds(env.random().nextLong(SHORTEST_DEFAULT.toSeconds()));
    }
}
