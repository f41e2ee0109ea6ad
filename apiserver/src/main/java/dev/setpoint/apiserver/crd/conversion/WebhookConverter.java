package dev.setpoint.apiserver.crd.conversion;

import dev.setpoint.apiserver.crd.VersionConverter;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.resources.custom.CustomDefinition;
import dev.setpoint.resources.strategy.Fields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Asks a webhook to convert. It may change everything but an object's identity: of the metadata, labels and
/// annotations alone.
public final class WebhookConverter implements VersionConverter {
    private static final String GROUP = "apiextensions.k8s.io/";

    private final Env env;
    private final WebhookCall call;
    private final String kind;
    private final WebhookAddress address;
    private final String reviewVersion;

    private WebhookConverter(Env env, WebhookCall call, String kind, WebhookAddress address, String reviewVersion) {
        this.env = env;
        this.call = call;
        this.kind = kind;
        this.address = address;
        this.reviewVersion = reviewVersion;
    }

    /// What converts between the versions of a definition: a webhook where it names one, else nothing.
    public static VersionConverter of(Env env, WebhookCall call, CustomDefinition definition) {
        JsonObject webhook = definition.conversionWebhook();
        if (webhook == null) {
            return VersionConverter.NONE;
        }
        List<String> versions = Fields.texts(webhook, "conversionReviewVersions");
        return new WebhookConverter(
                env,
                call,
                definition.kind(),
                WebhookAddress.of(webhook.child("clientConfig")),
                versions.contains("v1") ? "v1" : "v1beta1");
    }

    @Override
    public List<JsonObject> convert(List<JsonObject> objects, String from, String to) {
        String uid = new UUID(env.random().nextLong(), env.random().nextLong()).toString();
        JsonArray sent = new JsonArray();
        objects.forEach(object -> sent.add(object.copy().put("apiVersion", from).put("kind", kind)));
        JsonObject request =
                new JsonObject().put("uid", uid).put("desiredAPIVersion", to).put("objects", sent);
        JsonObject review = new JsonObject()
                .put("kind", "ConversionReview")
                .put("apiVersion", GROUP + reviewVersion)
                .put("request", request);
        try {
            JsonObject answer = JsonReader.object(call.post(address, JsonWriter.bytes(review)));
            return converted(answer, uid, objects, to);
        } catch (IOException | MalformedJsonException e) {
            throw failed(from, "failed: Post \"" + address.uri() + "\": " + e.getMessage());
        } catch (Refusal e) {
            throw failed(from, String.valueOf(e.getMessage()));
        }
    }

    private List<JsonObject> converted(JsonObject answer, String uid, List<JsonObject> objects, String to)
            throws Refusal {
        JsonObject response = answer.object("response");
        if (response == null) {
            throw new Refusal("failed: no response provided");
        }
        if (reviewVersion.equals("v1") && !response.textOr("uid", "").equals(uid)) {
            throw new Refusal(
                    "failed: expected response.uid=\"" + uid + "\", got \"" + response.textOr("uid", "") + "\"");
        }
        String status = Fields.text(response, "result", "status");
        if (!status.equals("Success")) {
            String message = Fields.text(response, "result", "message");
            throw new Refusal("failed: "
                    + (message.isEmpty() ? "response.result.status was '" + status + "', not 'Success'" : message));
        }
        List<JsonObject> converted = Fields.objects(response, "convertedObjects");
        if (converted.size() != objects.size()) {
            throw new Refusal("returned " + converted.size() + " objects, expected " + objects.size());
        }
        List<JsonObject> results = new ArrayList<>(converted.size());
        for (int i = 0; i < converted.size(); i++) {
            results.add(checked(converted.get(i), objects.get(i), i, to));
        }
        return results;
    }

    private JsonObject checked(JsonObject converted, JsonObject original, int index, String to) throws Refusal {
        String invalid = "returned invalid converted object at index " + index + ": invalid ";
        String version = converted.textOr("apiVersion", "");
        if (!version.equals(to)) {
            throw new Refusal(invalid + "groupVersion (expected " + to + ", received " + version + ")");
        }
        if (!converted.textOr("kind", "").equals(kind)) {
            throw new Refusal(invalid + "kind (expected " + kind + ", received " + converted.textOr("kind", "") + ")");
        }
        JsonObject metadata = original.child("metadata").copy();
        JsonObject changed = converted.object("metadata");
        if (changed == null) {
            throw new Refusal(invalid + "metadata in input object");
        }
        Fields.keep("labels", metadata, changed);
        Fields.keep("annotations", metadata, changed);
        converted.remove("apiVersion");
        converted.remove("kind");
        return converted.put("metadata", metadata);
    }

    private ApiException failed(String from, String why) {
        return new ApiException(
                new ApiError.Unclassified("conversion webhook for " + from + ", Kind=" + kind + " " + why));
    }

    /// The webhook answered, but not with what was asked for.
    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        Refusal(String message) {
            super(message, null, false, false);
        }
    }
}
