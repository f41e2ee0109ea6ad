package dev.setpoint.apiserver.bootstrap;

import dev.setpoint.apiserver.registry.catalog.StoredHeaders;
import dev.setpoint.apiserver.registry.write.IdentityGenerator;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.HeaderMaker;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The objects of a new cluster as they lie in its store, made by [Bootstrap] when the program was bundled, so that
/// a first start need not let each of them go through the API again: that would be a third of it.
///
/// A cluster that begins with them has uids and times of its own.
public final class Beginning {
    /// Where it lies in a bundle. A program that was not bundled has none.
    public static final String FILE = "dev/setpoint/apiserver/bootstrap/beginning.txt";

    private static final String SEPARATOR = "\t"; // JSON has none.

    /// @param uid and time of an object as they are in its text, to be replaced by others of the same length
    private record Template(Key key, int hole, String uid, String time, String text) {
        Commit commit(HeaderMaker headers, String newUid, String newTime) {
            byte[] bytes = text.replace(uid, newUid).replace(time, newTime).getBytes(StandardCharsets.UTF_8);
            return new Commit(
                    List.of(new Commit.Condition(key, 0)),
                    List.of(new Commit.Put(key, headers.header(key, bytes), bytes, hole)));
        }
    }

    private final List<Template> templates;

    private Beginning(List<Template> templates) {
        this.templates = templates;
    }

    /// @param made by a bootstrap at this time, which occurs in the objects for no other reason
    public static Beginning of(Snapshot made, ResourceTable table, Instant time) {
        Set<String> resources = new LinkedHashSet<>();
        table.types()
                .forEach(type ->
                        resources.add(type.storageResource().groupResource().toString()));
        List<Template> templates = new ArrayList<>();
        for (String resource : resources) {
            made.iterate(resource, "").forEachRemaining(stored -> templates.add(template(stored, time)));
        }
        return new Beginning(templates);
    }

    private static Template template(Stored stored, Instant time) {
        return new Template(
                stored.key(),
                stored.hole(),
                stored.header().uid(),
                Timestamps.seconds(time),
                new String(stored.bytes(), StandardCharsets.UTF_8));
    }

    /// What the bundle brought along.
    public static Optional<Beginning> shipped() {
        try (InputStream in = Beginning.class.getClassLoader().getResourceAsStream(FILE)) {
            return Optional.ofNullable(in).map(Beginning::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// As [#toBytes] wrote it.
    public static Beginning read(InputStream in) {
        try {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Beginning(all.lines().map(Beginning::parse).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Template parse(String line) {
        String[] parts = line.split(SEPARATOR, 7);
        return new Template(
                new Key(parts[0], parts[1], parts[2]), Integer.parseInt(parts[3]), parts[4], parts[5], parts[6]);
    }

    public byte[] toBytes() {
        StringBuilder lines = new StringBuilder();
        for (Template it : templates) {
            Key key = it.key();
            lines.append(String.join(
                            SEPARATOR,
                            key.resource(),
                            key.namespace(),
                            key.name(),
                            String.valueOf(it.hole()),
                            it.uid(),
                            it.time(),
                            it.text()))
                    .append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    /// Writes what is not there yet.
    public void into(Store store, Env env) {
        HeaderMaker headers = new StoredHeaders();
        String now = Timestamps.seconds(env.wallTime());
        SideBySide.forEach(env, templates, template -> {
            switch (store.commit(template.commit(headers, IdentityGenerator.uid(env), now))) {
                case CommitResult.Committed _, CommitResult.Conflict _ -> {}
                case CommitResult.Unknown _ ->
                    throw new IllegalStateException(template.key() + ": not known whether it was written");
            }
        });
    }
}
