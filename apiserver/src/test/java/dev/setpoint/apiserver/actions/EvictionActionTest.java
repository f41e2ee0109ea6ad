package dev.setpoint.apiserver.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.bootstrap.Bootstrap;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EvictionActionTest {
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final GroupVersionResource BUDGETS =
            new GroupVersionResource("policy", "v1", "poddisruptionbudgets");

    private Env env;
    private Store store;
    private Client client;

    @BeforeEach
    void start() {
        env = RealEnv.create("test");
        store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        ApiServer server = new ApiServer(
                env.child("apiserver"),
                store,
                ApiServer.Options.of(
                        Ipv4Range.parse("10.96.0.0/16"),
                        SigningKeys.create(env.wallTime(), new SecureRandom()).tokens()));
        client = server.client(env, User.of("admin", User.MASTERS), "test/1.0");
        new Bootstrap(env, client, server.resources()).run(Optional.of("10.0.0.1"), 6443, env.wallTime());
        create(new GroupVersionResource("", "v1", "serviceaccounts"), "{'metadata':{'name':'default'}}");
        for (String name : new String[] {"a", "b"}) {
            create(
                    PODS,
                    "{'metadata':{'name':'" + name + "','labels':{'app':'x'}},'spec':{'nodeName':'n','containers':"
                            + "[{'name':'c','image':'i'}]}}");
            status(PODS, name, "{'status':{'phase':'Running','conditions':[{'type':'Ready','status':'True'}]}}");
        }
    }

    @AfterEach
    void stop() {
        store.close();
        env.close();
    }

    @Test
    void aPodWithoutABudgetGoes() {
        evict("a", "{}");
        JsonObject pod = tree(PODS, "a");
        assertThat(pod.child("metadata").has("deletionTimestamp")).isTrue();
        assertThat(Objects.requireNonNull(pod.child("status").array("conditions"))
                        .objects())
                .anySatisfy(
                        condition -> assertThat(condition.textOr("reason", "")).isEqualTo("EvictionByEvictionAPI"));
    }

    @Test
    void theBudgetIsChargedInTheSameCommit() {
        budget(1);
        evict("a", "{}");
        JsonObject charged = tree(BUDGETS, "budget");
        assertThat(charged.child("status").integerOr("disruptionsAllowed", -1)).isZero();
        assertThat(charged.child("status").child("disruptedPods").has("a")).isTrue();
        assertThat(charged.child("metadata").textOr("resourceVersion", ""))
                .isEqualTo(tree(PODS, "a").child("metadata").textOr("resourceVersion", ""));
        assertThatThrownBy(() -> evict("b", "{}"))
                .hasMessage("Cannot evict pod as it would violate the pod's disruption budget.");
        assertThat(tree(PODS, "b").child("metadata").has("deletionTimestamp")).isFalse();
    }

    @Test
    void aDryRunChargesNothing() {
        budget(1);
        long before = revision();
        evict("a", "{'dryRun':['All']}");
        assertThat(revision()).isEqualTo(before);
    }

    @Test
    void preconditionsHold() {
        budget(1);
        assertThatThrownBy(() -> evict("a", "{'preconditions':{'uid':'another'}}"))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.error()).isInstanceOf(ApiError.Conflict.class));
        assertThat(tree(BUDGETS, "budget").child("status").integerOr("disruptionsAllowed", -1))
                .isEqualTo(1);
    }

    @Test
    void anUnhealthyPodIsNotPaidForWhereTheBudgetSaysSo() {
        budget(0);
        status(PODS, "a", "{'status':{'conditions':[{'type':'Ready','status':'False'}]}}");
        assertThatThrownBy(() -> evict("a", "{}")).hasMessageStartingWith("Cannot evict pod");
        patch(BUDGETS, "budget", "{'spec':{'unhealthyPodEvictionPolicy':'AlwaysAllow'}}");
        evict("a", "{}");
        assertThat(tree(PODS, "a").child("metadata").has("deletionTimestamp")).isTrue();
    }

    @Test
    void aBudgetThatChangedIsNotUsedBeforeItWasLookedAt() {
        budget(1);
        patch(BUDGETS, "budget", "{'spec':{'minAvailable':2}}");
        assertThatThrownBy(() -> evict("a", "{}"))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(((ApiError.TooManyRequests) refusal.error())
                                        .causes()
                                        .getFirst()
                                        .message())
                                .isEqualTo("The disruption budget budget is still being processed by the server."));
    }

    @Test
    void twoBudgetsAreOneTooMany() {
        budget(1);
        create(BUDGETS, "{'metadata':{'name':'other'},'spec':{'minAvailable':0,'selector':{}}}");
        assertThatThrownBy(() -> evict("a", "{}"))
                .hasMessage("This pod has more than one PodDisruptionBudget, which the eviction subresource does not"
                        + " support.");
    }

    private void budget(int allowed) {
        create(
                BUDGETS,
                "{'metadata':{'name':'budget'},'spec':{'minAvailable':1,'selector':{'matchLabels':{'app':'x'}}}}");
        status(
                BUDGETS,
                "budget",
                "{'status':{'disruptionsAllowed':" + allowed
                        + ",'currentHealthy':1,'desiredHealthy':2,'expectedPods':2,'observedGeneration':1}}");
    }

    private void evict(String pod, String options) {
        client.create(
                Target.object(PODS, "default", pod).subresource("eviction"),
                body("{'kind':'Eviction','apiVersion':'policy/v1','metadata':{'name':'" + pod + "'},'deleteOptions':"
                        + options + "}"),
                WriteOptions.DEFAULT);
    }

    private void create(GroupVersionResource resource, String json) {
        client.create(Target.collection(resource, "default"), body(json), WriteOptions.DEFAULT);
    }

    private void status(GroupVersionResource resource, String name, String patch) {
        Target target = Target.object(resource, "default", name).subresource("status");
        client.patch(target, PatchType.MERGE, body(patch), WriteOptions.DEFAULT);
    }

    private void patch(GroupVersionResource resource, String name, String patch) {
        client.patch(Target.object(resource, "default", name), PatchType.MERGE, body(patch), WriteOptions.DEFAULT);
    }

    private JsonObject tree(GroupVersionResource resource, String name) {
        return JsonReader.object(
                client.get(Target.object(resource, "default", name)).filled());
    }

    private long revision() {
        return client.list(Target.collection(PODS, ""), ListOptions.ALL).revision();
    }

    private static Body body(String json) {
        return new Body.Encoded(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
