package dev.setpoint.controllers.serviceaccounttoken;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What a Secret for a token lacks.
final class TokenPlan {
    static final String TYPE = "kubernetes.io/service-account-token";

    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

    private TokenPlan() {}

    sealed interface Step {
        /// @param secret without its token, if that is what is missing
        record Fill(Secret secret, boolean token) implements Step {}

        /// The account that it was for is gone.
        record Delete() implements Step {}
    }

    /// Empty for a Secret of another kind.
    static Optional<String> account(Secret secret) {
        String name = Metadata.orEmpty(secret.getMetadata().getAnnotations()).get(ACCOUNT);
        return TYPE.equals(secret.getType()) && name != null && !name.isEmpty() ? Optional.of(name) : Optional.empty();
    }

    /// @param account of the name that the Secret gives
    static Optional<Step> plan(Secret secret, Optional<ServiceAccount> account, String rootCertificate) {
        if (secret.getMetadata().getDeletionTimestamp() != null
                || account(secret).isEmpty()) {
            return Optional.empty();
        }
        String uid = account.map(found -> found.getMetadata().getUid()).orElse("");
        String meant = Metadata.orEmpty(secret.getMetadata().getAnnotations()).getOrDefault(ACCOUNT_UID, "");
        if (account.isEmpty() || (!meant.isEmpty() && !meant.equals(uid))) {
            return Optional.of(new Step.Delete());
        }
        Map<String, String> data = new LinkedHashMap<>(Metadata.orEmpty(secret.getData()));
        data.put("ca.crt", encoded(rootCertificate));
        data.put("namespace", encoded(secret.getMetadata().getNamespace()));
        Secret filled = new SecretBuilder(secret)
                .editMetadata()
                .addToAnnotations(ACCOUNT_UID, uid)
                .endMetadata()
                .withData(data)
                .build();
        boolean token = data.getOrDefault("token", "").isEmpty();
        return token || !filled.equals(secret) ? Optional.of(new Step.Fill(filled, token)) : Optional.empty();
    }

    static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
