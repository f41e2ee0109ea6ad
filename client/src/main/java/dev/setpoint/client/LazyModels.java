package dev.setpoint.client;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.BeanDeserializerFactory;
import com.fasterxml.jackson.databind.deser.Deserializers;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;

/// Makes the first object of a kind cheap: of a model class Jackson learns only what the objects really
/// contain.
///
/// By itself Jackson looks at every class that a Pod could ever contain before it reads the first one, which
/// is half a second of CPU for some 150 classes and their builders, of which a usual pod needs a third. Here
/// a class is looked at when the first object of it comes along.
final class LazyModels extends SimpleModule {
    private static final long serialVersionUID = 1L;

    LazyModels() {
        // The only type of java.time in the model: a Lease's times. The whole module for them would cost 80 ms.
        addSerializer(ZonedDateTime.class, new MicroTimeWriter());
        addDeserializer(ZonedDateTime.class, new MicroTimeReader());
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.addDeserializers(new ModelClasses());
    }

    private static final class ModelClasses extends Deserializers.Base {
        @Override
        public @Nullable JsonDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription description) {
            boolean model = KubernetesResource.class.isAssignableFrom(type.getRawClass()) && type.isConcrete();
            return model ? new LazyModel(type) : null;
        }
    }

    /// Stands for a class that nobody has looked at yet.
    private static final class LazyModel extends StdDeserializer<Object> {
        private static final long serialVersionUID = 1L;

        private transient volatile @Nullable JsonDeserializer<Object> real;

        LazyModel(JavaType type) {
            super(type);
        }

        @Override
        public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonDeserializer<Object> known = real;
            return (known == null ? look(context) : known).deserialize(parser, context);
        }

        private synchronized JsonDeserializer<Object> look(DeserializationContext context) throws JsonMappingException {
            JsonDeserializer<Object> known = real;
            if (known == null) {
                BeanDeserializerFactory factory = (BeanDeserializerFactory) context.getFactory();
                BeanDescription description = context.getConfig().introspect(_valueType);
                known = factory.buildBeanDeserializer(context, _valueType, description);
                ((ResolvableDeserializer) known).resolve(context);
                real = known;
            }
            return known;
        }
    }

    private static final class MicroTimeWriter extends StdSerializer<ZonedDateTime> {
        private static final long serialVersionUID = 1L;

        MicroTimeWriter() {
            super(ZonedDateTime.class);
        }

        @Override
        public void serialize(ZonedDateTime time, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(Timestamps.micros(time.toInstant()));
        }
    }

    private static final class MicroTimeReader extends StdDeserializer<ZonedDateTime> {
        private static final long serialVersionUID = 1L;

        MicroTimeReader() {
            super(ZonedDateTime.class);
        }

        @Override
        public ZonedDateTime deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            String text = parser.getText();
            return Timestamps.parse(text)
                    .orElseThrow(() -> context.weirdStringException(text, ZonedDateTime.class, "not a time"))
                    .atZone(ZoneOffset.UTC);
        }
    }
}
