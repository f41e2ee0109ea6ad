package dev.setpoint.apiserver.pipeline;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is served beside resources: discovery, OpenAPI, version, health, metrics.
public interface Documents {
    /// For those who ask for resources alone.
    Documents NONE = _ -> Optional.empty();

    /// @param path decoded, without a slash at the end unless it is the root
    /// @param accepted what the client would like, best first
    /// @param user who asks, and may: that was decided before
    record Query(String path, Map<String, List<String>> parameters, List<MediaRange> accepted, User user) {}

    /// @param etag names this state of the document, without quotes; empty when there is nothing to compare
    /// @param headers what else to say, like `Vary`
    record Document(int code, String mediaType, byte[] body, String etag, Map<String, String> headers) {
        public static Document of(String mediaType, byte[] body) {
            return new Document(200, mediaType, body, "", Map.of());
        }
    }

    /// Empty for a path at which there is nothing at all.
    ///
    /// @throws dev.setpoint.machinery.api.ApiException for every other failure
    Optional<Document> find(Query query);
}
