package dev.setpoint.apiserver.authz;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;

/// What somebody wants to do, as far as rights depend on it.
public sealed interface Attributes {
    User user();

    String verb();

    /// How a refusal begins: `User "jane" cannot list resource "pods" in API group "" in the namespace
    /// "default"`.
    String refusal();

    /// @param name empty when a collection is meant, or an object that has no name yet
    /// @param selector by which a collection is narrowed
    record OfResource(
            User user,
            String verb,
            String group,
            String resource,
            String subresource,
            String namespace,
            String name,
            FieldSelector selector)
            implements Attributes {
        /// A question about one object or a whole collection.
        public OfResource(
                User user,
                String verb,
                String group,
                String resource,
                String subresource,
                String namespace,
                String name) {
            this(user, verb, group, resource, subresource, namespace, name, FieldSelector.EVERYTHING);
        }

        /// As rules name it: `pods`, `pods/log`.
        public String fullResource() {
            return subresource.isEmpty() ? resource : resource + "/" + subresource;
        }

        @Override
        public String refusal() {
            String where = namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"";
            return "User \"" + user.name() + "\" cannot " + verb + " resource \"" + fullResource()
                    + "\" in API group \"" + group + "\" " + where;
        }
    }

    /// @param path one that names no resource: `/healthz`
    record OfPath(User user, String verb, String path) implements Attributes {
        @Override
        public String refusal() {
            return "User \"" + user.name() + "\" cannot " + verb + " path \"" + path + "\"";
        }
    }

    /// What a call wants to do.
    static Attributes of(Call call) {
        return switch (call.question()) {
            case Question.OfResource(var verb, var target) -> of(call, verb, target);
            case Question.OfNothing(var verb, var target) ->
                ofTarget(call.user(), verb, target, target.name(), FieldSelector.EVERYTHING);
            case Question.OfPath(var method, var path, var _) -> new OfPath(call.user(), method, path);
        };
    }

    /// An update or apply of an object that is not there yet: whoever may only update does not create.
    static Attributes toCreate(Call call) {
        return ofTarget(
                call.user(), Verb.CREATE.word(), call.target(), call.target().name(), FieldSelector.EVERYTHING);
    }

    private static OfResource of(Call call, Verb verb, Target target) {
        FieldSelector selector = selector(call, verb);
        // Whoever selects one name asks for that object and needs no right to the others.
        String name = target.name().isEmpty() ? selector.pinned("metadata.name").orElse("") : target.name();
        return ofTarget(call.user(), verb.word(), target, name, selector);
    }

    private static OfResource ofTarget(User user, String verb, Target target, String name, FieldSelector selector) {
        return new OfResource(
                user,
                verb,
                target.resource().group(),
                target.resource().resource(),
                target.subresource(),
                target.namespace(),
                name,
                selector);
    }

    private static FieldSelector selector(Call call, Verb verb) {
        boolean selects = verb == Verb.LIST || verb == Verb.WATCH || verb == Verb.DELETE_COLLECTION;
        String text = selects ? call.parameter("fieldSelector") : "";
        try {
            return text.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.parse(text);
        } catch (MalformedSelectorException e) {
            return FieldSelector.EVERYTHING; // Refused later, if the caller may ask for everything.
        }
    }
}
