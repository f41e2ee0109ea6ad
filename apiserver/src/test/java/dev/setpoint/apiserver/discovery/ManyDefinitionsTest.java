package dev.setpoint.apiserver.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.crd.Definitions;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.store.Commit;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A thousand definitions, as a cluster with many operators has them.
@Timeout(60)
class ManyDefinitionsTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());
    private static final int DEFINITIONS = 1000;

    private Env env;
    private Store store;
    private ApiServer server;
    private DiscoveryDocuments documents;

    @BeforeEach
    void start() {
        env = RealEnv.create("test");
        store = MemoryStore.open(env.child("store"), StoreOptions.defaults());
        for (int i = 0; i < DEFINITIONS; i++) {
            define(i, 1);
        }
        server = new ApiServer(
                env.child("apiserver"), store, ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()));
        documents = new DiscoveryDocuments(server::resources);
    }

    @AfterEach
    void stop() {
        store.close();
        env.close();
    }

    @Test
    void keepsDocumentsWhileNothingChanges() {
        Documents.Document groups = find("/apis");
        assertThat(Fields.size(JsonReader.object(groups.body()), "groups"))
                .isEqualTo(ResourceTable.builtIn().groups().size() + DEFINITIONS);
        assertThat(find("/apis")).isSameAs(groups);
        assertThat(server.resources()).isSameAs(server.resources());
    }

    @Test
    void makesThemAnewWhenADefinitionChanges() {
        String before = find("/apis/g7.example.com/v1").etag();
        String other = find("/apis/g8.example.com/v1").etag();
        define(7, 2);
        assertThat(find("/apis/g7.example.com/v1").etag()).isNotEqualTo(before);
        assertThat(find("/apis/g8.example.com/v1").etag()).isEqualTo(other);
    }

    private Documents.Document find(String path) {
        return documents
                .find(new Documents.Query(path, Map.of(), List.of(), User.of("admin", User.MASTERS)))
                .orElseThrow();
    }

    /// @param generation shows in the short name
    private void define(int number, int generation) {
        String group = "g" + number + ".example.com";
        String text = ("{'kind':'CustomResourceDefinition','apiVersion':'apiextensions.k8s.io/v1','metadata':{'name':"
                        + "'widgets." + group + "'},'spec':{'group':'" + group
                        + "','scope':'Namespaced','names':{'kind':"
                        + "'Widget','plural':'widgets','singular':'widget','listKind':'WidgetList','shortNames':['w"
                        + generation + "']},'versions':[{'name':'v1','served':true,'storage':true,'schema':{"
                        + "'openAPIV3Schema':{'type':'object'}}}]},'status':{'conditions':[{'type':'Established',"
                        + "'status':'True'}]}}")
                .replace('\'', '"');
        Header header = new Header("uid-" + number, generation, Map.of(), Map.of(), List.of(), List.of(), false);
        Key key = new Key(Definitions.RESOURCE, "", "widgets." + group);
        store.commit(
                new Commit(List.of(), List.of(new Commit.Put(key, header, text.getBytes(StandardCharsets.UTF_8), -1))));
    }
}
