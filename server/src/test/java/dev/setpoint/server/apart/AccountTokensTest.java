package dev.setpoint.server.apart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.actions.Ipv4Range;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Key;
import dev.setpoint.client.Client;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.process.ApiServerProcess;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.MemoryStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Asked for by the controller manager, with its own rights, of a real API server on the stepped clock.
class AccountTokensTest {
    private static final SigningKeys KEYS = SigningKeys.create(Instant.EPOCH, new SecureRandom());

    private final BatonEnv world = BatonEnv.create(9);
    private final Store store = MemoryStore.open(world.child("store"), StoreOptions.defaults());
    private final ApiServerProcess apiServer = new ApiServerProcess(
            world.child("kube-apiserver"),
            store,
            ApiServer.Options.of(Ipv4Range.parse("10.96.0.0/16"), KEYS.tokens()),
            Journal.SILENT);
    private final Client manager =
            apiServer.transport().of(world, "test").as(User.component("kube-controller-manager"));
    private final AccountTokens tokens = new AccountTokens(world, manager, "kube-system", "replicaset-controller");

    @BeforeEach
    void begin() {
        world.call(() -> {
            apiServer.bootstrap(new ApiServerProcess.Beginnings(Optional.empty(), () -> 6443, 0, 0));
            return true;
        });
    }

    @AfterEach
    void end() {
        world.close();
    }

    private String token() {
        return world.call(tokens::current);
    }

    @Test
    void makesTheAccountThatIsNotThere() {
        Key account = new Key("serviceaccounts", "kube-system", "replicaset-controller");
        assertThat(store.snapshot().find(account)).isEmpty();
        assertThat(token()).isNotEmpty();
        assertThat(store.snapshot().find(account)).isPresent();
    }

    @Test
    void keepsATokenUntilAFifthOfItsLifeIsLeft() {
        String first = token();
        world.advance(Duration.ofMinutes(47));
        assertThat(token()).isEqualTo(first);
        world.advance(Duration.ofMinutes(2));
        String second = token();
        assertThat(second).isNotEqualTo(first);
        assertThat(token()).isEqualTo(second);
    }

    @Test
    void getsAnotherForOneThatWasRefused() {
        String first = token();
        tokens.refused("an older one");
        assertThat(token()).isEqualTo(first);
        tokens.refused(first);
        assertThat(token()).isNotEqualTo(first);
    }
}
