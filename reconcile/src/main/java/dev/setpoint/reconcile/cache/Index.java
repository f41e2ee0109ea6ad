package dev.setpoint.reconcile.cache;

import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.Typed;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// A way to find objects by something in them. Namespaces need none: the cache is ordered by them.
///
/// Two indexes of one name are the same index.
///
/// @param values under which values an object is found; none leaves it out. Asked of what was and what is, at each
///     change: it looks at key and header, or decodes objects of which there are few
public record Index(String name, Function<Stored, ? extends Collection<String>> values) {
    /// By the uid of every owner.
    public static final Index OWNER = new Index("owner", stored -> {
        List<Owner> owners = stored.header().owners();
        return owners.size() == 1
                ? List.of(owners.getFirst().uid())
                : owners.stream().map(Owner::uid).toList();
    });

    /// By `spec.nodeName`; objects without a node are left out.
    public static final Index NODE = field("spec.nodeName");

    /// By something that only the object as a class can tell.
    public static <T extends HasMetadata> Index ofObject(String name, Typed<T> typed, Values<T> values) {
        return new Index(name, new Decoding<>(typed, values));
    }

    /// Under which values an object is found.
    @FunctionalInterface
    public interface Values<T extends HasMetadata> {
        /// @param typed decodes, as the informer does that has the index
        Collection<String> of(Typed<T> typed, Stored stored);
    }

    private record Decoding<T extends HasMetadata>(Typed<T> typed, Values<T> values)
            implements Function<Stored, Collection<String>> {
        @Override
        public Collection<String> apply(Stored stored) {
            return values.of(typed, stored);
        }

        Decoding<T> in(DecodedObjects objects) {
            return new Decoding<>(typed.in(objects), values);
        }
    }

    /// The same index for a cache whose objects are kept here.
    Index in(DecodedObjects objects) {
        return values instanceof Decoding<?> decoding ? new Index(name, decoding.in(objects)) : this;
    }

    /// By the value of one label; objects without it are left out.
    public static Index label(String label) {
        return new Index("label:" + label, stored -> {
            String value = stored.header().labels().get(label);
            return value == null ? List.of() : List.of(value);
        });
    }

    /// By one of the kind's selectable fields; objects where it is empty are left out.
    ///
    /// A header has all selectable fields of its kind. One that has another field not at all is an error, since the
    /// index would stay empty: a kind that cannot be selected by it, or a custom resource over HTTPS, of which a
    /// client knows no selectable fields.
    public static Index field(String field) {
        return new Index("field:" + field, stored -> {
            String value = stored.header().fields().get(field);
            if (value == null) {
                throw new IllegalStateException(
                        "index by " + field + " of " + stored.key().resource()
                                + " (expected: one of "
                                + stored.header().fields().keySet() + ")");
            }
            return value.isEmpty() ? List.of() : List.of(value);
        });
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Index that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
