package dev.setpoint.apiserver.crd.conversion;

import java.io.IOException;

/// Sends a document to a webhook and waits for the answer.
@FunctionalInterface
public interface WebhookCall {
    /// @throws IOException when there is no answer, or one that is not a success
    byte[] post(WebhookAddress address, byte[] json) throws IOException;
}
