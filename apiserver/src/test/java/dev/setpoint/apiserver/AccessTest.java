package dev.setpoint.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.CallHeaders;
import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.Caller;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Evidence;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Who may do what, through the whole pipeline.
class AccessTest {
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final GroupVersionResource CONFIG_MAPS = new GroupVersionResource("", "v1", "configmaps");
    private static final GroupVersionResource SECRETS = new GroupVersionResource("", "v1", "secrets");
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource NODES = new GroupVersionResource("", "v1", "nodes");
    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    private static final GroupVersionResource ROLES = new GroupVersionResource(RBAC, "v1", "roles");
    private static final GroupVersionResource BINDINGS = new GroupVersionResource(RBAC, "v1", "rolebindings");
    private static final GroupVersionResource LEASES = new GroupVersionResource("coordination.k8s.io", "v1", "leases");
    private static final GroupVersionResource CLUSTER_ROLES = new GroupVersionResource(RBAC, "v1", "clusterroles");
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());

    private BatonEnv env;
    private Store store;
    private ApiServer server;
    private Client admin;

    @BeforeEach
    void start() {
        env = BatonEnv.create(1);
        store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        server = new ApiServer(
                env.child("apiserver"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
        admin = as(User.of("admin", User.MASTERS));
        env.call(() -> {
            bootstrap();
            return true;
        });
    }

    @AfterEach
    void stop() {
        store.close();
        env.close();
    }

    @Test
    void aGrantHoldsAtOnceAndIsGoneAtOnce() {
        Client jane = as(User.of("jane", User.AUTHENTICATED));
        refuses(
                () -> list(jane, CONFIG_MAPS),
                "configmaps is forbidden: User \"jane\" cannot list resource \"configmaps\" in API group \"\" in the"
                        + " namespace \"default\"");
        grant("jane", "{'apiGroups':[''],'resources':['configmaps'],'verbs':['list']}");
        list(jane, CONFIG_MAPS);
        call(() -> {
            admin.delete(Target.object(BINDINGS, "default", "jane"), DeleteOptions.DEFAULT);
            return true;
        });
        refuses(() -> list(jane, CONFIG_MAPS), "cannot list resource");
    }

    @Test
    void saysWhichRoleIsNotThere() {
        create(admin, BINDINGS, "default", """
                {'metadata':{'name':'b'},'subjects':[{'kind':'User','name':'jane'}],
                 'roleRef':{'kind':'ClusterRole','name':'nosuch'}}""");
        refuses(
                () -> list(as(User.of("jane")), CONFIG_MAPS),
                "in the namespace \"default\": RBAC: clusterrole.rbac.authorization.k8s.io \"nosuch\" not found");
    }

    @Test
    void nobodyGivesWhatHeHasNot() {
        Client jane = as(User.of("jane", User.AUTHENTICATED));
        grant("jane", "{'apiGroups':['" + RBAC + "'],'resources':['roles','rolebindings'],'verbs':['create']}");
        refuses(
                () -> create(jane, ROLES, "default", """
                        {'metadata':{'name':'more'},'rules':[{'apiGroups':[''],'resources':['secrets'],'verbs':['get']}]}"""),
                "is attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\"]}");
        String viewers = """
                {'metadata':{'name':'v'},'subjects':[{'kind':'User','name':'joe'}],
                 'roleRef':{'kind':'ClusterRole','name':'system:monitoring'}}""";
        refuses(() -> create(jane, BINDINGS, "default", viewers), "permissions not currently held");
        grant("binder", "jane", """
                {'apiGroups':['%s'],'resources':['clusterroles'],'verbs':['bind'],'resourceNames':['system:monitoring']}""".formatted(RBAC));
        create(jane, BINDINGS, "default", viewers);
    }

    /// Whoever may change what is there may not, by the same request, make what is not there.
    @Test
    void whoMayPatchOrUpdateButNotCreateCreatesNothing() {
        Client jane = as(User.of("jane", User.AUTHENTICATED));
        grant(
                "jane",
                "{'apiGroups':['','coordination.k8s.io'],'resources':['configmaps','leases'],'verbs':['patch','update']}");
        String map = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'new'}}";
        Target target = Target.object(CONFIG_MAPS, "default", "new");
        refuses(
                () -> call(() ->
                        jane.patch(target, PatchType.APPLY, new Body.Encoded(json(map)), WriteOptions.as("jane"))),
                "configmaps \"new\" is forbidden: User \"jane\" cannot create resource \"configmaps\"");
        String lease = "{'apiVersion':'coordination.k8s.io/v1','kind':'Lease','metadata':{'name':'new'}}";
        refuses(
                () -> call(() -> jane.update(
                        Target.object(LEASES, "default", "new"), new Body.Encoded(json(lease)), WriteOptions.DEFAULT)),
                "leases.coordination.k8s.io \"new\" is forbidden: User \"jane\" cannot create resource \"leases\"");
        assertThat(list(admin, CONFIG_MAPS)).isZero();

        create(admin, CONFIG_MAPS, "default", "{'metadata':{'name':'new'}}");
        call(() -> jane.patch(target, PatchType.APPLY, new Body.Encoded(json(map)), WriteOptions.as("jane")));
    }

    @Test
    void onlyAnAdministratorAggregates() {
        grantCluster("jane", "{'apiGroups':['" + RBAC + "'],'resources':['clusterroles'],'verbs':['create']}");
        refuses(
                () -> create(as(User.of("jane")), CLUSTER_ROLES, "", """
                        {'metadata':{'name':'all'},'aggregationRule':{'clusterRoleSelectors':[{}]}}"""),
                "must have cluster-admin privileges to use the aggregationRule");
    }

    @Test
    void whatWasTakenFromADefaultRoleComesBackUnlessSomebodySaysNo() {
        for (String name : List.of("system:discovery", "system:basic-user")) {
            JsonObject role = tree(
                    call(() -> admin.get(Target.object(CLUSTER_ROLES, "", name)).filled()));
            role.remove("rules");
            if (name.equals("system:basic-user")) {
                role.child("metadata").child("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "false");
            }
            call(() -> admin.update(Target.object(CLUSTER_ROLES, "", name), new Body.Tree(role), WriteOptions.DEFAULT));
        }
        long before = call(() -> {
            bootstrap();
            return store.snapshot().revision();
        });
        assertThat(rules("system:discovery")).isPositive();
        assertThat(rules("system:basic-user")).isZero();
        long after = call(() -> {
            bootstrap();
            return store.snapshot().revision();
        });
        assertThat(after).as("a second start changes nothing").isEqualTo(before);
    }

    @Test
    void reviewsTellTheReason() {
        grant("jane", "{'apiGroups':[''],'resources':['configmaps'],'verbs':['get']}");
        JsonObject status = review("authorization.k8s.io", "subjectaccessreviews", """
                {'spec':{'user':'jane','resourceAttributes':{'namespace':'default','resource':'configmaps','verb':'get'}}}""");
        assertThat(status.booleanOr("allowed", false)).isTrue();
        assertThat(status.textOr("reason", ""))
                .isEqualTo("RBAC: allowed by RoleBinding \"jane/default\" of Role \"jane\" to User \"jane\"");
    }

    @Test
    void aTokenDiesWithWhatItIsBoundTo() {
        create(admin, ACCOUNTS, "default", "{'metadata':{'name':'robot'}}");
        create(admin, SECRETS, "default", "{'metadata':{'name':'s'}}");
        String bound = token("""
                {'spec':{'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'s'}}}""");
        String free = token("{'spec':{'expirationSeconds':600}}");
        String foreign = token("{'spec':{'audiences':['vault']}}");
        assertThat(user(bound)).contains("system:serviceaccount:default:robot");
        assertThat(user(foreign)).as("addressed to somebody else").isEmpty();
        assertThat(user(free)).isPresent();
        assertThat(user(free.substring(0, free.length() - 8) + "AAAAAAAA"))
                .as("forged")
                .isEmpty();
        delete(SECRETS, "s");
        assertThat(user(bound)).isEmpty();
        assertThat(user(free)).isPresent();
        env.advance(Duration.ofSeconds(601));
        assertThat(user(free)).as("expired").isEmpty();
        String again = token("{'spec':{}}");
        delete(ACCOUNTS, "robot");
        create(admin, ACCOUNTS, "default", "{'metadata':{'name':'robot'}}");
        assertThat(user(again)).as("another account of the same name").isEmpty();
    }

    @Test
    void aTokenReviewNamesTheAudience() {
        create(admin, ACCOUNTS, "default", "{'metadata':{'name':'robot'}}");
        String token = token("{'spec':{'audiences':['vault']}}");
        JsonObject status = review(
                "authentication.k8s.io", "tokenreviews", "{'spec':{'token':'" + token + "','audiences':['vault']}}");
        assertThat(status.booleanOr("authenticated", false)).isTrue();
        assertThat(status.at("user", "username")).isEqualTo(JsonValue.of("system:serviceaccount:default:robot"));
        JsonObject other = review("authentication.k8s.io", "tokenreviews", "{'spec':{'token':'" + token + "'}}");
        assertThat(other.booleanOr("authenticated", false)).isFalse();
    }

    @Test
    void aNodeSeesWhatItsPodsUse() {
        create(admin, NODES, "", "{'metadata':{'name':'n1'}}");
        create(admin, ACCOUNTS, "default", "{'metadata':{'name':'default'}}");
        for (String name : List.of("used", "other")) {
            create(admin, SECRETS, "default", "{'metadata':{'name':'" + name + "'}}");
        }
        create(admin, PODS, "default", """
                {'metadata':{'name':'p'},'spec':{'nodeName':'n1','containers':[{'name':'c','image':'i',
                 'envFrom':[{'secretRef':{'name':'used'}}]}]}}""");
        Client n1 = as(User.node("n1"));
        get(n1, SECRETS, "used");
        refuses(() -> get(n1, SECRETS, "other"), "no relationship found between node 'n1' and this object");
        refuses(() -> get(as(User.node("n2")), SECRETS, "used"), "no relationship found");
        get(n1, PODS, "p");
        refuses(() -> list(n1, PODS), "can only list/watch pods with spec.nodeName field selector");
        call(() -> n1.list(Target.collection(PODS, ""), new ListOptions("", "spec.nodeName=n1", 0, "", "")));
        delete(PODS, "p");
        env.advance(Duration.ofMinutes(1));
    }

    private void bootstrap() {
        new Bootstrap(env, admin, server.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
    }

    private Client as(User user) {
        return server.client(env, user, "test/1.0");
    }

    private void grant(String user, String rule) {
        grant(user, user, rule);
    }

    private void grant(String name, String user, String rule) {
        create(admin, ROLES, "default", "{'metadata':{'name':'" + name + "'},'rules':[" + rule + "]}");
        create(admin, BINDINGS, "default", """
                {'metadata':{'name':'%s'},'subjects':[{'kind':'User','name':'%s'}],
                 'roleRef':{'kind':'Role','name':'%s'}}""".formatted(name, user, name));
    }

    private void grantCluster(String user, String rule) {
        create(admin, CLUSTER_ROLES, "", "{'metadata':{'name':'" + user + "'},'rules':[" + rule + "]}");
        create(admin, new GroupVersionResource(RBAC, "v1", "clusterrolebindings"), "", """
                {'metadata':{'name':'%s'},'subjects':[{'kind':'User','name':'%s'}],
                 'roleRef':{'kind':'ClusterRole','name':'%s'}}""".formatted(user, user, user));
    }

    private JsonObject review(String group, String resource, String body) {
        return create(admin, new GroupVersionResource(group, "v1", resource), "", body)
                .child("status");
    }

    private String token(String request) {
        Target target = Target.object(ACCOUNTS, "default", "robot").subresource("token");
        JsonObject answer = tree(call(() -> admin.create(target, new Body.Encoded(json(request)), WriteOptions.DEFAULT)
                .filled()));
        return answer.child("status").textOr("token", "");
    }

    /// Whom the server takes the bearer of a token for.
    private Optional<String> user(String token) {
        Pipeline outside = server.outside(AccessTest::whoever, UnaryOperator.identity());
        Call call = new Call(
                new Caller.Unproven(Evidence.of(Optional.empty(), "Bearer " + token)),
                new Call.Question.OfPath("get", "/healthz", List.of()),
                Map.of(),
                CallHeaders.of("User-Agent", "test"),
                Representation.OBJECT,
                Call.BodySource.of(CallBody.None.NONE),
                Optional.empty(),
                Optional.empty(),
                CallLife.begin(env, CallLife.LONGEST));
        try {
            return outside.handle(call) instanceof Answer.Page(var document)
                    ? Optional.of(new String(document.body(), StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (ApiException e) {
            assertThat(e.error()).isEqualTo(new ApiError.Unauthorized());
            return Optional.empty();
        } finally {
            call.life().end();
        }
    }

    /// Says who asks.
    private static Optional<Documents.Document> whoever(Documents.Query query) {
        return Optional.of(
                Documents.Document.of("text/plain", query.user().name().getBytes(StandardCharsets.UTF_8)));
    }

    private int rules(String clusterRole) {
        JsonObject role = tree(call(
                () -> admin.get(Target.object(CLUSTER_ROLES, "", clusterRole)).filled()));
        return role.array("rules") == null ? 0 : role.array("rules").size();
    }

    private JsonObject create(Client client, GroupVersionResource resource, String namespace, String body) {
        return tree(call(() -> client.create(
                        Target.collection(resource, namespace), new Body.Encoded(json(body)), WriteOptions.DEFAULT)
                .filled()));
    }

    private void delete(GroupVersionResource resource, String name) {
        call(() -> {
            admin.delete(Target.object(resource, "default", name), DeleteOptions.DEFAULT);
            return true;
        });
    }

    private int list(Client client, GroupVersionResource resource) {
        return call(() -> client.list(Target.collection(resource, "default"), ListOptions.ALL)
                .items()
                .size());
    }

    private JsonObject get(Client client, GroupVersionResource resource, String name) {
        return tree(
                call(() -> client.get(Target.object(resource, "default", name)).filled()));
    }

    private static void refuses(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(ApiException.class).hasMessageContaining(words);
    }

    private <T> T call(Supplier<T> call) {
        return env.call(call);
    }

    private static JsonObject tree(byte[] bytes) {
        return JsonReader.object(bytes);
    }

    private static byte[] json(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
