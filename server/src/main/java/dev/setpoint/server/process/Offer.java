package dev.setpoint.server.process;

import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;

/// Creates an object, and leaves one of that name as it is, whatever was made of it.
final class Offer {
    private Offer() {}

    static void unlessThere(Client client, Target collection, JsonObject object) {
        try {
            client.create(collection, new Body.Tree(object), WriteOptions.DEFAULT);
        } catch (ApiException e) {
            if (!(e.error() instanceof ApiError.AlreadyExists)) {
                throw e;
            }
        }
    }
}
