package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Shown;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How versions are converted: not at all, or by a webhook.
final class ConversionChecks {
    private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
    private static final String NOT_WITHOUT_WEBHOOK = "should not be set when strategy is not set to Webhook";

    private ConversionChecks() {}

    static void check(@Nullable JsonObject conversion, FieldPath path, FieldErrors errors) {
        if (conversion == null) {
            return;
        }
        Checks.requiredOneOf(conversion, "strategy", List.of("None", "Webhook"), path, errors);
        JsonObject webhook = conversion.object("webhook");
        JsonObject client = webhook == null ? null : webhook.object("clientConfig");
        List<String> versions = Fields.texts(webhook, "conversionReviewVersions");
        if (!conversion.textOr("strategy", "").equals("Webhook")) {
            if (client != null) {
                errors.forbidden(path.child("webhookClientConfig"), NOT_WITHOUT_WEBHOOK);
            }
            if (!versions.isEmpty()) {
                errors.forbidden(path.child("conversionReviewVersions"), NOT_WITHOUT_WEBHOOK);
            }
            return;
        }
        if (client == null) {
            errors.required(path.child("webhookClientConfig"), "required when strategy is set to Webhook");
        } else {
            client(client, path.child("webhookClientConfig"), errors);
        }
        reviewVersions(versions, path.child("conversionReviewVersions"), errors);
    }

    private static void client(JsonObject client, FieldPath path, FieldErrors errors) {
        boolean url = client.has("url");
        JsonObject service = client.object("service");
        if (url == (service != null)) {
            errors.required(path, "exactly one of url or service is required");
        } else if (service == null) {
            url(client.textOr("url", ""), path.child("url"), errors);
        } else {
            service(service, path.child("service"), errors);
        }
    }

    private static void url(String url, FieldPath path, FieldErrors errors) {
        String form = "; desired format: https://host[/path]";
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            errors.required(path, "url must be a valid URL: " + e.getMessage() + form);
            return;
        }
        if (!"https".equals(uri.getScheme())) {
            errors.invalid(
                    path,
                    uri.getScheme() == null ? "" : uri.getScheme(),
                    "'https' is the only allowed URL scheme" + form);
        }
        if (uri.getHost() == null) {
            errors.invalid(path, "", "host must be specified" + form);
        }
        notIn(uri.getUserInfo(), "user information is not permitted in the URL", path, errors);
        notIn(uri.getFragment(), "fragments are not permitted in the URL", path, errors);
        notIn(uri.getQuery(), "query parameters are not permitted in the URL", path, errors);
    }

    private static void notIn(@Nullable String part, String why, FieldPath path, FieldErrors errors) {
        if (part != null) {
            errors.invalid(path, part, why);
        }
    }

    private static void service(JsonObject service, FieldPath path, FieldErrors errors) {
        Checks.required(service, "name", path, errors);
        Checks.required(service, "namespace", path, errors);
        if (service.get("port") instanceof JsonValue.JsonInteger(long port) && (port < 1 || port > 65535)) {
            errors.invalid(path.child("port"), port, "port is not valid: must be between 1 and 65535, inclusive");
        }
        String urlPath = service.textOr("path", "/");
        if (!urlPath.startsWith("/")) {
            errors.invalid(path.child("path"), urlPath, "must start with a '/'");
        }
    }

    private static void reviewVersions(List<String> versions, FieldPath path, FieldErrors errors) {
        if (versions.isEmpty()) {
            errors.required(path, "");
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < versions.size(); i++) {
            if (!seen.add(versions.get(i))) {
                errors.invalid(path.index(i), versions.get(i), "duplicate version");
            } else {
                errors.invalid(path.index(i), versions.get(i), Formats.dns1035Label(versions.get(i)));
            }
        }
        if (REVIEW_VERSIONS.stream().noneMatch(versions::contains)) {
            errors.invalidShown(
                    path, Shown.texts(versions), "must include at least one of " + String.join(", ", REVIEW_VERSIONS));
        }
    }
}
