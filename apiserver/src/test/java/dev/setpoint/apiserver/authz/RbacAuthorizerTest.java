package dev.setpoint.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RbacAuthorizerTest {
    private static final String GROUP = ".rbac.authorization.k8s.io";
    private static final Key ROLE = new Key("clusterroles" + GROUP, "", "reader");
    private static final Key BINDING = new Key("clusterrolebindings" + GROUP, "", "readers");

    private final Env env = RealEnv.create("test");
    private final Store store = MemoryStore.open(env, StoreOptions.defaults());

    @AfterEach
    void close() {
        store.close();
        env.close();
    }

    @Test
    void followsWhatIsGranted() {
        RbacAuthorizer authorizer = new RbacAuthorizer(store::snapshot);
        assertThat(allows(authorizer, "pods")).isFalse();
        bind(store);
        allow(store, "pods");
        assertThat(allows(authorizer, "pods")).isTrue();
        allow(store, "secrets");
        assertThat(allows(authorizer, "pods")).isFalse();
        assertThat(allows(authorizer, "secrets")).isTrue();
    }

    /// What one world has read helps the next, but an equal name at an equal revision may be another role there.
    @Test
    void tellsWorldsOfOneOriginApart() {
        bind(store);
        Snapshot origin = store.snapshot();
        Store other = MemoryStore.fork(env.child("other"), StoreOptions.defaults(), origin);
        allow(store, "pods");
        allow(other, "secrets");
        assertThat(other.snapshot().revision()).isEqualTo(store.snapshot().revision());
        assertThat(allows(new RbacAuthorizer(store::snapshot), "pods")).isTrue();
        RbacAuthorizer elsewhere = new RbacAuthorizer(other::snapshot);
        assertThat(allows(elsewhere, "pods")).isFalse();
        assertThat(allows(elsewhere, "secrets")).isTrue();
        assertThat(allows(new RbacAuthorizer(store::snapshot), "secrets")).isFalse();
        assertThat(allows(new RbacAuthorizer(() -> origin), "pods")).isFalse();
        other.close();
    }

    private static boolean allows(RbacAuthorizer authorizer, String resource) {
        User jane = User.of("jane", User.AUTHENTICATED);
        return authorizer.decide(new Attributes.OfResource(jane, "get", "", resource, "", "default", "a"))
                instanceof Authorizer.Decision.Allowed;
    }

    private static void bind(Store store) {
        put(store, BINDING, """
                {"metadata":{"name":"readers"},"subjects":[{"kind":"User","name":"jane"}],\
                "roleRef":{"kind":"ClusterRole","name":"reader"}}""");
    }

    private static void allow(Store store, String resource) {
        put(store, ROLE, """
                {"metadata":{"name":"reader"},"rules":[{"verbs":["get"],"apiGroups":[""],"resources":["%s"]}]}""".formatted(resource));
    }

    private static void put(Store store, Key key, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        store.commit(new Commit(List.of(), List.of(new Commit.Put(key, Header.EMPTY, bytes, -1))));
    }
}
