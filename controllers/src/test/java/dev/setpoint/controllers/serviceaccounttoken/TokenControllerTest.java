package dev.setpoint.controllers.serviceaccounttoken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TokenControllerTest {
    private static final ObjectKey ACCOUNT = new ObjectKey("one", "robot");
    private static final ObjectKey SECRET = new ObjectKey("one", "robot-token");

    private static LoopWorld world(Mortality mortality) {
        LoopWorld world = new LoopWorld(
                mortality,
                (_, as) -> List.of(TokenController.of(
                        as.process(),
                        "PEM",
                        (namespace, secret, account, _) -> namespace + "/" + secret + "/" + account)));
        world.cluster.createNamespace(ACCOUNT.namespace());
        world.create(account());
        return world;
    }

    @ParameterizedTest
    @EnumSource
    void aSecretForATokenIsFilled(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(secret(TokenPlan.TYPE));
            world.settle();
            Secret filled = world.objects(Secret.class).get(SECRET);
            assertThat(filled.getData())
                    .containsEntry("token", TokenPlan.encoded("one/robot-token/robot"))
                    .containsEntry("ca.crt", TokenPlan.encoded("PEM"))
                    .containsEntry("namespace", TokenPlan.encoded("one"));
            assertThat(filled.getMetadata().getAnnotations())
                    .containsEntry(
                            "kubernetes.io/service-account.uid",
                            world.objects(ServiceAccount.class)
                                    .get(ACCOUNT)
                                    .getMetadata()
                                    .getUid());
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void itGoesWithItsAccount(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(secret(TokenPlan.TYPE));
            world.settle();
            world.objects(ServiceAccount.class).delete(ACCOUNT, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.objects(Secret.class).find(SECRET)).isEmpty();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherSecretsAreLeftAlone(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(secret("Opaque"));
            long before = world.writes();
            world.settle();
            assertThat(world.writes()).isEqualTo(before);
        }
    }

    private static ServiceAccount account() {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(ACCOUNT.namespace())
                .withName(ACCOUNT.name())
                .endMetadata()
                .build();
    }

    private static Secret secret(String type) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(SECRET.namespace())
                .withName(SECRET.name())
                .addToAnnotations("kubernetes.io/service-account.name", ACCOUNT.name())
                .endMetadata()
                .withType(type)
                .build();
    }
}
