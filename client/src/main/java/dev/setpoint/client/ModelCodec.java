package dev.setpoint.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.IOException;
import java.io.UncheckedIOException;

/// JSON to model classes and back, with one mapper for all of them: what it has learnt about a class is
/// shared.
///
/// Not fabric8's own serialization, which loads its whole client and a YAML parser before the first object is
/// read. Fields that a class does not know land in its `additionalProperties`, so that read, edit, update
/// loses nothing.
///
/// The account of who set which field is left out: it is half of an object's bytes, no loop asks for it, and an
/// update without it leaves it to the server.
final class ModelCodec {
    private static final ObjectMapper MODELS = mapper(new LazyModels());

    /// For custom resources, which may contain anything: only loaded when there are some.
    private static final class Custom {
        static final ObjectMapper RESOURCES = mapper(new JavaTimeModule());
    }

    @JsonIgnoreProperties("managedFields")
    private interface Unaccounted {}

    private ModelCodec() {}

    static <T> T read(byte[] json, Class<T> type) {
        try {
            return mapperOf(type).readValue(AccountlessBytes.of(json), type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not a " + type.getSimpleName() + ": " + e.getOriginalMessage() + " at " + e.getLocation(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory does not fail.
        }
    }

    static byte[] write(Object object) {
        try {
            return mapperOf(object.getClass()).writeValueAsBytes(object);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "cannot write " + object.getClass().getSimpleName() + ": " + e.getOriginalMessage(), e);
        }
    }

    private static ObjectMapper mapperOf(Class<?> type) {
        return type.getName().startsWith("io.fabric8.kubernetes.api.model.") ? MODELS : Custom.RESOURCES;
    }

    private static ObjectMapper mapper(Module module) {
        // Classes find their fields without it, and accounts of fields hold a new name for each owner's uid.
        JsonFactory names = JsonFactory.builder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
        return JsonMapper.builder(names)
                .addModule(module)
                .addMixIn(ObjectMeta.class, Unaccounted.class)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }
}
