package dev.setpoint.resources.strategy.admissionregistration;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.Fields;

/// ValidatingWebhookConfigurations and MutatingWebhookConfigurations.
public enum WebhookConfigurationStrategy implements Defaults {
    VALIDATING,
    MUTATING;

    @Override
    public void applyDefaults(JsonObject configuration) {
        Fields.each(configuration, "webhooks", this::webhook);
    }

    private void webhook(JsonObject webhook) {
        webhook.putIfAbsent("failurePolicy", JsonValue.of("Fail"));
        MatchDefaults.match(webhook);
        webhook.putIfAbsent("timeoutSeconds", JsonValue.of(10));
        if (this == MUTATING) {
            webhook.putIfAbsent("reinvocationPolicy", JsonValue.of("Never"));
        }
        MatchDefaults.rules(webhook, "rules");
        if (webhook.at("clientConfig", "service") instanceof JsonObject service) {
            service.putIfAbsent("port", JsonValue.of(443));
        }
    }
}
