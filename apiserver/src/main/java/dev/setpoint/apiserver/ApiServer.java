package dev.setpoint.apiserver;

import dev.setpoint.apiserver.actions.AccessReviews;
import dev.setpoint.apiserver.actions.BindingAction;
import dev.setpoint.apiserver.actions.CertificateRequests;
import dev.setpoint.apiserver.actions.ClusterIpAllocations;
import dev.setpoint.apiserver.actions.EscalationCheck;
import dev.setpoint.apiserver.actions.EvictionAction;
import dev.setpoint.apiserver.actions.FinalizeAction;
import dev.setpoint.apiserver.actions.IdentityReviews;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.actions.NodePortAllocations;
import dev.setpoint.apiserver.actions.RulesReview;
import dev.setpoint.apiserver.actions.ScaleAction;
import dev.setpoint.apiserver.actions.TokenRequestAction;
import dev.setpoint.apiserver.admission.BuiltInAdmission;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.StaticTokens;
import dev.setpoint.apiserver.authn.TokenAuthenticator;
import dev.setpoint.apiserver.authn.TokenChecker;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.authz.NodeAuthorizer;
import dev.setpoint.apiserver.authz.RbacAuthorizer;
import dev.setpoint.apiserver.crd.DefinitionLoop;
import dev.setpoint.apiserver.crd.Definitions;
import dev.setpoint.apiserver.crd.conversion.HttpsCall;
import dev.setpoint.apiserver.crd.conversion.WebhookConverter;
import dev.setpoint.apiserver.crd.rules.CelRules;
import dev.setpoint.apiserver.discovery.IssuerDocuments;
import dev.setpoint.apiserver.events.EventExpiry;
import dev.setpoint.apiserver.inprocess.InProcessClient;
import dev.setpoint.apiserver.metrics.AnnotatedUsage;
import dev.setpoint.apiserver.metrics.MetricsViews;
import dev.setpoint.apiserver.metrics.prometheus.AdaptedMetrics;
import dev.setpoint.apiserver.metrics.prometheus.Prometheus;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.Registry;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.Catalog;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.catalog.StorageForm;
import dev.setpoint.apiserver.registry.read.ConsistentReads;
import dev.setpoint.apiserver.registry.write.WriteMemory;
import dev.setpoint.apiserver.registry.write.WriteRules;
import dev.setpoint.apiserver.stages.CallRecorder;
import dev.setpoint.apiserver.stages.Places;
import dev.setpoint.apiserver.stages.Stages;
import dev.setpoint.apiserver.stream.ConnectAction;
import dev.setpoint.apiserver.stream.LogAction;
import dev.setpoint.apiserver.stream.PodLogs;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.header.SelectableFields;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// The parts of the API server, put together over a store. Whoever is inside the JVM gets a [Client]; HTTP
/// is added by the composition root, in front of [#outside].
public final class ApiServer implements AutoCloseable {
    private final DecodedObjects decoded = DecodedObjects.ofHeap();
    private final HttpsCall webhooks;
    private final Definitions definitions;
    private final Catalog catalog;
    private final DefinitionLoop definitionLoop;
    private final EventExpiry eventExpiry;
    private final Stages stages;
    private final Pipeline inside;
    private final RbacAuthorizer rbac;
    private final Authorizer authorizer;
    private final ServiceAccountTokens tokens;
    private final TokenChecker tokenChecker;

    /// @param serviceRange from which Services get their addresses
    /// @param tokens of service accounts
    /// @param written tokens that are good beside those of service accounts
    /// @param logs of pods
    /// @param prometheus where the metrics of objects and of the world outside come from
    /// @param recorder who is shown every call
    /// @param places how many calls may be under way
    public record Options(
            Ipv4Range serviceRange,
            ServiceAccountTokens tokens,
            StaticTokens written,
            PodLogs logs,
            Optional<Prometheus> prometheus,
            Metrics metrics,
            Optional<CallRecorder> recorder,
            Places.Limits places) {
        public static Options of(Ipv4Range serviceRange, ServiceAccountTokens tokens) {
            return new Options(
                    serviceRange,
                    tokens,
                    StaticTokens.NONE,
                    PodLogs.NONE,
                    Optional.empty(),
                    new Metrics(),
                    Optional.empty(),
                    Places.Limits.DEFAULT);
        }

        public Options withWrittenTokens(StaticTokens newWritten) {
            return new Options(serviceRange, tokens, newWritten, logs, prometheus, metrics, recorder, places);
        }

        public Options withLogs(PodLogs newLogs) {
            return new Options(serviceRange, tokens, written, newLogs, prometheus, metrics, recorder, places);
        }

        public Options withPrometheus(Optional<Prometheus> newPrometheus) {
            return new Options(serviceRange, tokens, written, logs, newPrometheus, metrics, recorder, places);
        }

        public Options withMetrics(Metrics newMetrics) {
            return new Options(serviceRange, tokens, written, logs, prometheus, newMetrics, recorder, places);
        }

        public Options withRecorder(CallRecorder newRecorder) {
            return new Options(
                    serviceRange, tokens, written, logs, prometheus, metrics, Optional.of(newRecorder), places);
        }

        public Options withPlaces(Places.Limits newPlaces) {
            return new Options(serviceRange, tokens, written, logs, prometheus, metrics, recorder, newPlaces);
        }
    }

    /// @param env of the API server's own process
    public ApiServer(Env env, Store store, Options options) {
        this.webhooks = new HttpsCall();
        this.definitions = new Definitions(store, definition -> WebhookConverter.of(env, webhooks, definition));
        Strategies strategies = new Strategies(CelRules.LANGUAGE);
        this.catalog = new Catalog(ResourceTable.builtIn(), type -> served(type, strategies), definitions);
        this.tokens = options.tokens();
        ConsistentReads reads = new ConsistentReads(store);
        this.tokenChecker = new TokenChecker(tokens, options.written(), reads::current, env);
        this.rbac = new RbacAuthorizer(reads::current);
        this.authorizer = Authorizer.firstOf(List.of(Authorizer.masters(), new NodeAuthorizer(reads::current), rbac));
        WriteRules rules = new WriteRules(
                env,
                BuiltInAdmission.chain(env),
                new EscalationCheck(authorizer, rbac).and(new CertificateRequests()),
                new ClusterIpAllocations(env, catalog, options.serviceRange()).and(new NodePortAllocations(env)),
                new WriteMemory());
        Registry registry = new Registry(
                catalog,
                store,
                reads,
                rules,
                authorizer,
                ApiServer::decodeProtobuf,
                BuiltInSchemas::of,
                objects -> actions(env, catalog, objects, reads, options.logs()));
        Pipeline withUsage = new MetricsViews(registry, new AnnotatedUsage(), env::wallTime);
        Pipeline resources = options.prometheus()
                .<Pipeline>map(source -> new AdaptedMetrics(withUsage, catalog::table, source))
                .orElse(withUsage);
        this.stages = new Stages(new Stages.Parts(
                options.recorder(),
                options.metrics(),
                resource -> catalog.find(resource) != null,
                new TokenAuthenticator(tokenChecker),
                env::wallTime,
                authorizer,
                options.places(),
                resources));
        this.inside = stages.inside();
        this.definitionLoop = new DefinitionLoop(env, store, client(env, User.API_SERVER, "kube-apiserver"));
        this.eventExpiry = new EventExpiry(env, store);
    }

    /// Starts what happens in the API server without being asked for: definitions of custom resources are
    /// established, and old Events go.
    public void start() {
        definitionLoop.start();
        eventExpiry.start();
    }

    @Override
    public void close() {
        eventExpiry.close();
        definitionLoop.close();
        webhooks.close();
        decoded.close();
    }

    /// Everything that is served now. The same table while nothing changed.
    public ResourceTable resources() {
        return catalog.table();
    }

    /// What definitions say of custom resources.
    public CustomSchemas customSchemas() {
        return definitions::schema;
    }

    /// The way in for callers outside the server.
    ///
    /// @param documents what is served beside resources
    /// @param before what stands between authorization and the answer: trouble that somebody ordered, or the border
    ///     of a simulated world
    public Pipeline outside(Documents documents, UnaryOperator<Pipeline> before) {
        return stages.outside(documents, before);
    }

    /// The way in for callers in the same JVM, who say for whom they ask.
    public Pipeline inside() {
        return inside;
    }

    /// @param caller the process that calls, which a simulation may stop
    public Client client(Env caller, User user, String userAgent) {
        return new InProcessClient(caller, inside, user, userAgent, decoded);
    }

    /// Says who may do what.
    public Authorizer authorizer() {
        return authorizer;
    }

    /// What others need to check the tokens that are issued here.
    public Documents issuer() {
        return new IssuerDocuments(tokens);
    }

    private Map<String, SubresourceAction> actions(
            Env env, Catalog catalog, ObjectAccess objects, ConsistentReads reads, PodLogs logs) {
        SubresourceAction connect = new ConnectAction(objects);
        AccessReviews access = new AccessReviews(objects, authorizer);
        return Map.ofEntries(
                Map.entry("pods/attach", connect),
                Map.entry("pods/binding", new BindingAction(env, objects)),
                Map.entry("pods/eviction", new EvictionAction(env, catalog, objects)),
                Map.entry("pods/exec", connect),
                Map.entry("pods/log", new LogAction(env, objects, logs)),
                Map.entry("pods/portforward", connect),
                Map.entry("pods/proxy", connect),
                Map.entry("namespaces/finalize", new FinalizeAction(objects)),
                Map.entry("*/scale", new ScaleAction(objects)),
                Map.entry("serviceaccounts/token", new TokenRequestAction(env, objects, reads::current, tokens)),
                Map.entry("subjectaccessreviews.authorization.k8s.io", access),
                Map.entry("localsubjectaccessreviews.authorization.k8s.io", access),
                Map.entry("selfsubjectaccessreviews.authorization.k8s.io", access),
                Map.entry("selfsubjectrulesreviews.authorization.k8s.io", new RulesReview(objects, rbac)),
                Map.entry("selfsubjectreviews.authentication.k8s.io", IdentityReviews.self(env, objects)),
                Map.entry("tokenreviews.authentication.k8s.io", IdentityReviews.token(objects, tokenChecker)));
    }

    private static JsonObject decodeProtobuf(byte[] bytes, GroupVersionKind expected) {
        try {
            return BuiltInMessages.decode(bytes, expected);
        } catch (MalformedProtobufException e) {
            throw new ApiException(new ApiError.BadRequest(Objects.requireNonNull(e.getMessage())));
        }
    }

    private static ServedResource served(ResourceType type, Strategies strategies) {
        return new ServedResource(
                type,
                BuiltInSchemas.of(type.groupVersionKind()),
                BuiltInSchemas.of(type.storageKind()),
                strategies.of(type),
                Conversions.of(type),
                StorageForm.FIXED,
                SelectableFields.of(type.storageResource().groupResource().toString()));
    }
}
