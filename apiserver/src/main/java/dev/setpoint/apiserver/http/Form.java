package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.MediaRange;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How an answer is to be written, as agreed with the client.
///
/// @param indented for people: on request, and for the tools that people use by hand
record Form(Format format, Representation representation, boolean indented) {
    enum Format {
        JSON("application/json"),
        YAML("application/yaml"),
        PROTOBUF("application/vnd.kubernetes.protobuf");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }

    private static final List<Format> FORMATS = List.of(Format.values());

    static final Form PLAIN = new Form(Format.JSON, Representation.OBJECT, false);

    private static final String NOT_ACCEPTABLE = "406: Not Acceptable\n\nAvailable representations: ";
    private static final String REPRESENTATIONS =
            "application/json, application/yaml, application/vnd.kubernetes.protobuf";
    private static final String STREAMS =
            "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";
    private static final List<String> TOOLS_OF_PEOPLE = List.of("curl", "Wget", "Mozilla/5.0");

    /// The first that the client accepts and the server can do. Tables are never protobuf; custom resources neither,
    /// which shows only when the answer is there: they go as JSON.
    ///
    /// @throws ApiException when there is none
    static Form negotiate(List<MediaRange> accepted, Verb verb, Map<String, List<String>> parameters, String agent) {
        if (accepted.isEmpty()) {
            return new Form(Format.JSON, Representation.OBJECT, indented(parameters, agent));
        }
        for (MediaRange range : accepted) {
            Optional<Representation> representation = representation(range);
            for (Format format : FORMATS) {
                if (range.covers(format.mediaType())
                        && representation.isPresent()
                        && possible(format, verb, representation.get())) {
                    boolean indented = range.parameter("pretty").equals("1") || indented(parameters, agent);
                    return new Form(format, representation.get(), indented);
                }
            }
        }
        if (accepted.stream().anyMatch(range -> range.covers(Format.JSON.mediaType()))) { // But not in this form.
            throw new ApiException(
                    new ApiError.UnknownForm("only the following media types are accepted: " + REPRESENTATIONS));
        }
        throw new ApiException(
                new ApiError.NotAcceptable(NOT_ACCEPTABLE + (verb == Verb.WATCH ? STREAMS : REPRESENTATIONS)));
    }

    private static boolean possible(Format format, Verb verb, Representation representation) {
        return switch (format) {
            case JSON -> true;
            case YAML -> verb != Verb.WATCH; // It has no form for streams.
            case PROTOBUF ->
                representation != Representation.TABLE_V1 && representation != Representation.TABLE_V1BETA1;
        };
    }

    /// Empty when the client asks for a kind of answer that does not exist.
    private static Optional<Representation> representation(MediaRange range) {
        String kind = range.parameter("as");
        String version = range.parameter("v");
        if (kind.isEmpty() && version.isEmpty() && range.parameter("g").isEmpty()) {
            return Optional.of(Representation.OBJECT);
        }
        if (!range.parameter("g").equals("meta.k8s.io")) {
            return Optional.empty();
        }
        return switch (kind + "/" + version) {
            case "Table/v1" -> Optional.of(Representation.TABLE_V1);
            case "Table/v1beta1" -> Optional.of(Representation.TABLE_V1BETA1);
            case "PartialObjectMetadata/v1" -> Optional.of(Representation.METADATA_V1);
            case "PartialObjectMetadata/v1beta1" -> Optional.of(Representation.METADATA_V1BETA1);
            case "PartialObjectMetadataList/v1" -> Optional.of(Representation.METADATA_LIST_V1);
            case "PartialObjectMetadataList/v1beta1" -> Optional.of(Representation.METADATA_LIST_V1BETA1);
            default -> Optional.empty();
        };
    }

    private static boolean indented(Map<String, List<String>> parameters, String agent) {
        List<String> asked = parameters.getOrDefault("pretty", List.of(""));
        return switch (asked.getFirst()) {
            case "" -> ofPeople(agent);
            case "1", "t", "T", "true", "TRUE", "True" -> true;
            default -> false;
        };
    }

    private static boolean ofPeople(String agent) {
        for (String tool : TOOLS_OF_PEOPLE) {
            if (agent.startsWith(tool)) {
                return true;
            }
        }
        return false;
    }
}
