package dev.setpoint.apiserver.registry.read;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.QueryParameters;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads from snapshots: bytes and headers alone, nothing is parsed.
public final class Reading {
    private static final String LIST_EXPIRED = "The resourceVersion for the provided list is too old.";
    private static final String CONTINUE_EXPIRED =
            "The provided continue parameter is too old to display a consistent list result. You can start a new list "
                    + "without the continue parameter, or use the continue token in this response to retrieve the "
                    + "remainder of the results. Continuing with the provided token results in an inconsistent list - "
                    + "objects that were created, modified, or deleted between the time the first chunk was returned "
                    + "and now may show up in the list.";

    private final Store store;
    private final ConsistentReads reads;
    private final ValueIndexes indexes;

    public Reading(Store store, ConsistentReads reads) {
        this.store = store;
        this.reads = reads;
        this.indexes = new ValueIndexes(store);
    }

    public Stored find(Call call, ServedResource resource) {
        String wanted = call.parameter("resourceVersion");
        Snapshot snapshot = wanted.isEmpty() ? reads.current() : reads.notOlderThan(parseRevision(wanted));
        String name = call.target().name();
        return resource.storageForm()
                .present(snapshot.find(resource.key(call.target().namespace(), name))
                        .orElseThrow(() -> resource.notFound(name)));
    }

    public boolean exists(Key key) {
        return reads.current().find(key).isPresent();
    }

    /// @param items walks the snapshot while it is written
    /// @param remaining how many objects follow; unknown under a selector
    public record Page(long revision, Iterator<Stored> items, String continueToken, OptionalLong remaining) {}

    public Page list(Call call, ServedResource resource) {
        ListParameters parameters = ListParameters.of(call);
        SelectionPredicate selection = SelectionParser.of(resource, parameters);
        Optional<ContinueToken> token = parameters.continueToken().isEmpty()
                ? Optional.empty()
                : Optional.of(ContinueToken.decode(parameters.continueToken()));
        Snapshot snapshot = token.isPresent() ? continued(parameters, token.get()) : begun(parameters);
        if (token.isEmpty() && parameters.limit() == 0 && newest(parameters)) {
            Optional<ValueIndex.Found> found =
                    indexes.find(resource, call.target().namespace(), selection);
            if (found.isPresent()) {
                Iterator<Stored> matching = new Matching(found.get().objects().iterator(), selection);
                return new Page(found.get().snapshot().revision(), matching, "", OptionalLong.empty());
            }
        }
        Iterator<Stored> all = present(resource, iterate(resource, call.target().namespace(), snapshot, token));
        if (parameters.limit() == 0) {
            Iterator<Stored> matching = selection.everything() ? all : new Matching(all, selection);
            return new Page(snapshot.revision(), matching, "", OptionalLong.empty());
        }
        int limit = (int) Math.min(parameters.limit(), Integer.MAX_VALUE);
        return page(call, resource, snapshot, all, limit, selection);
    }

    /// A page ends with its last object, and the next begins there: whether anything is left that is selected is for
    /// the next page to find out.
    private static Page page(
            Call call,
            ServedResource resource,
            Snapshot snapshot,
            Iterator<Stored> all,
            int limit,
            SelectionPredicate selection) {
        List<Stored> items = new ArrayList<>(Math.min(limit, 500));
        while (items.size() < limit && all.hasNext()) {
            Stored candidate = all.next();
            if (selection.matches(candidate)) {
                items.add(candidate);
            }
        }
        if (!all.hasNext()) {
            return new Page(snapshot.revision(), items.iterator(), "", OptionalLong.empty());
        }
        Key last = items.getLast().key();
        boolean oneNamespace =
                !call.target().namespace().isEmpty() || !resource.type().namespaced();
        String next =
                new ContinueToken(snapshot.revision(), oneNamespace ? "" : last.namespace(), last.name()).encode();
        OptionalLong remaining = selection.everything() ? OptionalLong.of(count(all)) : OptionalLong.empty();
        return new Page(snapshot.revision(), items.iterator(), next, remaining);
    }

    private static Iterator<Stored> iterate(
            ServedResource resource, String namespace, Snapshot snapshot, Optional<ContinueToken> token) {
        String name = resource.storageName();
        if (token.isEmpty()) {
            return snapshot.iterate(name, namespace);
        }
        String place =
                token.get().namespace().isEmpty() ? namespace : token.get().namespace();
        return snapshot.iterateAfter(
                name, namespace, new Key(name, place, token.get().name()));
    }

    public static Iterator<Stored> present(ServedResource resource, Iterator<Stored> kept) {
        return resource.custom() ? map(kept, resource.storageForm()::present) : kept;
    }

    private static boolean newest(ListParameters parameters) {
        String wanted = parameters.resourceVersion();
        return wanted.isEmpty() || wanted.equals("0");
    }

    private Snapshot begun(ListParameters parameters) {
        if (parameters.resourceVersion().isEmpty()) {
            return reads.current();
        }
        if (newest(parameters)) {
            return reads.known();
        }
        long revision = parseRevision(parameters.resourceVersion());
        boolean exact = parameters.match().equals(ListParameters.EXACT)
                || (parameters.match().isEmpty() && parameters.limit() > 0);
        Snapshot reached = reads.notOlderThan(revision);
        if (!exact) {
            return reached;
        }
        try {
            return store.snapshotAt(revision);
        } catch (ExpiredException _) {
            throw new ApiException(new ApiError.Expired(LIST_EXPIRED, Optional.empty()));
        }
    }

    private Snapshot continued(ListParameters parameters, ContinueToken token) {
        String wanted = parameters.resourceVersion();
        if (!wanted.isEmpty() && !wanted.equals("0")) {
            throw new ApiException(
                    new ApiError.BadRequest("specifying resource version is not allowed when using continue"));
        }
        if (token.revision() < 0) {
            return reads.current();
        }
        try {
            return store.snapshotAt(token.revision());
        } catch (ExpiredException _) {
            throw new ApiException(new ApiError.Expired(
                    CONTINUE_EXPIRED, Optional.of(token.inconsistent().encode())));
        }
    }

    private static long parseRevision(String text) {
        return QueryParameters.revision(text)
                .orElseThrow(() -> new ApiException(
                        new ApiError.BadRequest("invalid resource version: resourceVersion: Invalid value: \"" + text
                                + "\": " + QueryParameters.notANumber("ParseUint", text))));
    }

    private static long count(Iterator<Stored> rest) {
        long count = 0;
        while (rest.hasNext()) {
            rest.next();
            count++;
        }
        return count;
    }

    /// The same objects as a reader sees them, one at a time.
    public static Iterator<Stored> map(Iterator<Stored> items, Function<Stored, Stored> view) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return items.hasNext();
            }

            @Override
            public Stored next() {
                return view.apply(items.next());
            }
        };
    }

    /// Those of an iterator's objects that are selected.
    private static final class Matching implements Iterator<Stored> {
        private final Iterator<Stored> all;
        private final SelectionPredicate selection;
        private @Nullable Stored next;

        Matching(Iterator<Stored> all, SelectionPredicate selection) {
            this.all = all;
            this.selection = selection;
            advance();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Stored next() {
            Stored result = next;
            if (result == null) {
                throw new NoSuchElementException();
            }
            advance();
            return result;
        }

        private void advance() {
            next = null;
            while (next == null && all.hasNext()) {
                Stored candidate = all.next();
                if (selection.matches(candidate)) {
                    next = candidate;
                }
            }
        }
    }
}
