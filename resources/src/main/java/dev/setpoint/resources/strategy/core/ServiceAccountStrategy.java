package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// ServiceAccounts.
public final class ServiceAccountStrategy implements Preparation, KindWarnings {
    private static final String MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

    @Override
    public void prepareForCreate(JsonObject account) {
        Fields.each(account, "secrets", ServiceAccountStrategy::keepNameAlone);
    }

    @Override
    public void prepareForUpdate(JsonObject account, JsonObject old) {
        Fields.each(account, "secrets", ServiceAccountStrategy::keepNameAlone);
    }

    /// A secret is referred to by name, in the account's own namespace.
    private static void keepNameAlone(JsonObject reference) {
        reference.names().removeIf(field -> !field.equals("name"));
    }

    @Override
    public List<String> warnings(JsonObject account) {
        return mountable(account) == null
                ? List.of()
                : List.of("metadata.annotations[" + MOUNTABLE
                        + "]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets");
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject account, JsonObject old) {
        return mountable(old) == null ? warnings(account) : List.of();
    }

    private static @Nullable JsonValue mountable(JsonObject account) {
        return account.at("metadata", "annotations", MOUNTABLE);
    }
}
