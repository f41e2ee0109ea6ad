package dev.setpoint.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;

/// JSON to the model classes and back, with the one mapper of the process: what it has learnt about a class costs tens
/// of milliseconds and is shared.
///
/// Not fabric8's own serialization, which loads its whole client and a YAML parser before the first object is read.
/// Fields that a class does not know land in its `additionalProperties`, so a read, edit, update loses nothing.
final class ModelCodec {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            // The classes say everything by annotation; guessing costs start-up time and finds nothing.
            .disable(MapperFeature.DEFAULT_VIEW_INCLUSION)
            .build();

    private ModelCodec() {}

    static <T> T read(byte[] json, Class<T> type) {
        try {
            return MAPPER.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not a " + type.getSimpleName() + ": " + e.getOriginalMessage() + " at " + e.getLocation(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory does not fail.
        }
    }

    static byte[] write(Object object) {
        try {
            return MAPPER.writeValueAsBytes(object);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "cannot write " + object.getClass().getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }
}
