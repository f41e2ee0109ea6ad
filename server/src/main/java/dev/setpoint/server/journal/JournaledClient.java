package dev.setpoint.server.journal;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ForwardingClient;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import java.util.function.Supplier;

/// A client whose writes are told of, one line each. Reads are not: they change nothing.
public final class JournaledClient extends ForwardingClient {
    private static final String EVENTS = "events";

    private final Journal journal;
    private final String who;

    /// @param who writes through it
    public JournaledClient(Client client, Journal journal, String who) {
        super(client);
        this.journal = journal;
        this.who = who;
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        if (target.subresource().equals("binding") && body instanceof Body.Tree(JsonObject binding)) {
            String node = binding.child("target").textOr("name", "");
            Target pod = target.subresource("");
            return written("bind", "bound", " to " + node, pod, () -> client().create(target, body, options));
        }
        return written("create", "created", "", target, () -> client().create(target, body, options));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return written("update", "updated", "", target, () -> client().update(target, body, options));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return written("patch", "patched", "", target, () -> client().patch(target, type, body, options));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        tried("delete", target, () -> {
            client().delete(target, options);
            return target;
        });
        journal.info(who, "deleted " + name(target, target.namespace(), target.name()));
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        tried("delete all", collection, () -> {
            client().deleteCollection(collection, selection, options);
            return collection;
        });
        journal.info(who, "deleted all " + name(collection, collection.namespace(), ""));
    }

    private Stored written(String verb, String done, String more, Target target, Supplier<Stored> write) {
        if (target.resource().resource().equals(EVENTS)) {
            return write.get(); // They tell of what is told here already.
        }
        Stored answer = tried(verb, target, write);
        String object = name(target, answer.key().namespace(), answer.key().name());
        String at = answer.revision() > 0 ? " at revision " + answer.revision() : "";
        journal.info(who, done + " " + object + more + at);
        return answer;
    }

    private <T> T tried(String verb, Target target, Supplier<T> write) {
        try {
            return write.get();
        } catch (ApiException e) {
            String object = name(target, target.namespace(), target.name());
            journal.warning(who, "could not " + verb + " " + object + ": " + e.getMessage());
            throw e;
        }
    }

    /// `deployments.apps/status default/demo`
    private static String name(Target target, String namespace, String name) {
        String resource = target.resource().groupResource().toString();
        String full = target.subresource().isEmpty() ? resource : resource + "/" + target.subresource();
        String object = namespace.isEmpty() ? name : name.isEmpty() ? "in " + namespace : namespace + "/" + name;
        return full + " " + object;
    }
}
