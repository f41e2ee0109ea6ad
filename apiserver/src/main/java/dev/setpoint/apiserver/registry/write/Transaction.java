package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.registry.read.ConsistentReads;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.resources.strategy.Traits;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.UnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The one way in which objects are written: decide on a snapshot, commit with a condition on everything that was
/// relied on, and begin again on a newer snapshot when any of it has moved.
///
/// Each attempt decides whether the write creates or changes, and so whether the caller must be allowed to create. No
/// lock is held meanwhile: an attempt may wait for somebody slow, and nobody else waits with it.
public final class Transaction {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private static final ApiError KEPT_CHANGING = new ApiError.Timeout("the object kept changing; try again");

    private final Store store;
    private final ConsistentReads reads;
    private final WriteRules rules;
    private final Authorizer authorizer;
    private final Fencing fencing = new Fencing();

    public Transaction(Store store, ConsistentReads reads, WriteRules rules, Authorizer authorizer) {
        this.store = store;
        this.reads = reads;
        this.rules = rules;
        this.authorizer = authorizer;
    }

    /// How one write is decided.
    @FunctionalInterface
    interface Decision {
        /// @throws ApiException to refuse
        Attempt on(Snapshot snapshot);
    }

    /// @throws ApiException when the write is refused, or when no attempt succeeds before the call's deadline
    public Written run(WriteRequest request) {
        Decision decision = decision(request);
        Retries retries = new Retries(rules.env(), request.call().life().deadline());
        while (true) {
            switch (attempt(request, decision)) {
                case Attempt.Settled(var result) -> {
                    return result;
                }
                case Attempt.Again(var reason, var failure) -> {
                    if (!retries.again(reason)) {
                        throw failure;
                    }
                }
            }
        }
    }

    private Decision decision(WriteRequest request) {
        return switch (request.intent()) {
            case Intent.Create(var object) -> Creation.of(rules, request, object);
            case Intent.Replace(var part, var object) -> {
                Update update = new Update(rules, request, part, _ -> object.copy());
                boolean creates = part == WriteKind.OBJECT
                        && request.resource().strategy().traits().updateOfMissing() == Traits.UpdateOfMissing.CREATED;
                yield creates
                        ? new CreationOrUpdate(
                                request, () -> Creation.of(rules, request, Update.asNewObject(request, object)), update)
                        : update;
            }
            case Intent.Patch(var part, var patch) ->
                new Update(
                        rules,
                        request,
                        part,
                        current -> Placement.checkPatched(request.call(), request.resource(), patch.apply(current)));
            case Intent.Apply(var part, var declaration) -> {
                Update update = new Update(rules, request, part, declaration);
                yield part == WriteKind.OBJECT
                        ? new CreationOrUpdate(
                                request, () -> Creation.of(rules, request, declaration.asNewObject()), update)
                        : update;
            }
            case Intent.Act(var part, var change) -> new Update(rules, request, part, change);
            case Intent.Delete(var parameters, var together) -> new Deletion(rules, request, parameters, together);
        };
    }

    /// Changes the object that is there, and creates it where there is none, for a caller who may create.
    private final class CreationOrUpdate implements Decision {
        private final WriteRequest request;
        private final Supplier<Creation> newCreation;
        private final Update update;
        private @Nullable Creation creation;

        CreationOrUpdate(WriteRequest request, Supplier<Creation> newCreation, Update update) {
            this.request = request;
            this.newCreation = newCreation;
            this.update = update;
        }

        @Override
        public Attempt on(Snapshot snapshot) {
            if (snapshot.find(request.key()).isPresent()) {
                return update.on(snapshot);
            }
            authorizer.require(Attributes.toCreate(request.call()));
            if (creation == null) {
                creation = newCreation.get();
            }
            return creation.on(snapshot);
        }
    }

    private Attempt.Outcome attempt(WriteRequest request, Decision decision) {
        Snapshot snapshot = reads.current();
        return switch (decision.on(snapshot)) {
            case Attempt.Outcome outcome -> outcome;
            case Attempt.Change(var commit, var result) ->
                switch (commit(fencing.fenced(commit, snapshot, request.call().fence())
                        .because(request.call().cause()))) {
                    case CommitResult.Committed(long revision) -> new Attempt.Settled(result.apply(revision));
                    case CommitResult.Conflict(var _, var _) ->
                        new Attempt.Again(Retries.Reason.MOVED, new ApiException(KEPT_CHANGING));
                    case CommitResult.Unknown(String why) ->
                        throw new ApiException(new ApiError.Timeout("the outcome of the write is not known: " + why));
                };
        };
    }

    private CommitResult commit(Commit commit) {
        try {
            return store.commit(commit);
        } catch (UnavailableException e) {
            if (store.failure().isPresent()) {
                throw new ApiException(new ApiError.Unavailable(Objects.requireNonNull(e.getMessage())));
            }
            throw new ApiException(
                    new ApiError.TooManyRequests("the store is busy: " + e.getMessage(), RETRY_AFTER, List.of()));
        }
    }
}
