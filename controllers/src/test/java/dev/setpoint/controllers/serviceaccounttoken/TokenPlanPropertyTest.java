package dev.setpoint.controllers.serviceaccounttoken;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any Secret, any account: one step fills it or takes it away, and a token that is there is never replaced.
final class TokenPlanPropertyTest {
    @Test
    void everyWorldConverges() {
        Seeds.check(500, seed -> {
            RandomGenerator random = Seeds.random(seed);
            Secret secret = draw(random);
            Optional<ServiceAccount> account =
                    random.nextInt(3) > 0 ? Optional.of(account("uid-" + random.nextInt(2))) : Optional.empty();
            Optional<TokenPlan.Step> step = TokenPlan.plan(secret, account, "PEM");
            boolean ours = TokenPlan.account(secret).isPresent()
                    && secret.getMetadata().getDeletionTimestamp() == null;
            assertThat(step.isPresent() && !ours)
                    .as("seed %d: a step for another's Secret", seed)
                    .isFalse();
            if (step.isEmpty()) {
                return;
            }
            switch (step.get()) {
                case TokenPlan.Step.Delete() ->
                    assertThat(account.filter(found -> meant(secret).isEmpty()
                                    || meant(secret).equals(found.getMetadata().getUid())))
                            .as("seed %d: its account", seed)
                            .isEmpty();
                case TokenPlan.Step.Fill(var filled, var token) -> {
                    String before = secret.getData().getOrDefault("token", "");
                    assertThat(token).as("seed %d", seed).isEqualTo(before.isEmpty());
                    Secret whole =
                            token ? filled.edit().addToData("token", "dA==").build() : filled;
                    assertThat(TokenPlan.plan(whole, account, "PEM"))
                            .as("seed %d: a second plan", seed)
                            .isEmpty();
                    assertThat(whole.getData()).as("seed %d", seed).containsAllEntriesOf(kept(secret));
                }
            }
        });
    }

    /// All data but what the loop sets.
    private static Map<String, String> kept(Secret secret) {
        Map<String, String> kept = new LinkedHashMap<>(secret.getData());
        kept.remove("ca.crt");
        kept.remove("namespace");
        kept.values().removeIf(String::isEmpty);
        return kept;
    }

    private static String meant(Secret secret) {
        return secret.getMetadata().getAnnotations().getOrDefault("kubernetes.io/service-account.uid", "");
    }

    private static Secret draw(RandomGenerator random) {
        Map<String, String> annotations = new LinkedHashMap<>();
        Map<String, String> data = new LinkedHashMap<>();
        if (random.nextInt(4) > 0) {
            annotations.put("kubernetes.io/service-account.name", "robot");
        }
        if (random.nextBoolean()) {
            annotations.put("kubernetes.io/service-account.uid", "uid-" + random.nextInt(2));
        }
        for (String name : new String[] {"token", "ca.crt", "namespace", "more"}) {
            if (random.nextBoolean()) {
                data.put(name, random.nextBoolean() ? "eA==" : "");
            }
        }
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("one")
                .withName("s")
                .withAnnotations(annotations)
                .withDeletionTimestamp(random.nextInt(8) == 0 ? "2026-01-01T00:00:00Z" : null)
                .endMetadata()
                .withType(random.nextInt(4) > 0 ? TokenPlan.TYPE : "Opaque")
                .withData(data)
                .build();
    }

    private static ServiceAccount account(String uid) {
        return new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace("one")
                .withName("robot")
                .withUid(uid)
                .endMetadata()
                .build();
    }
}
