package dev.setpoint.apiserver.discovery;

import dev.setpoint.apiserver.pipeline.Documents.Document;
import dev.setpoint.resources.ResourceTable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Documents that were made of one state of the resource table. With another state they are all made anew, each when
/// somebody asks for it.
final class TableDocuments {
    private final Supplier<ResourceTable> tables;
    private volatile Made made;

    /// @param tables gives the same table while nothing changed
    TableDocuments(Supplier<ResourceTable> tables) {
        this.tables = tables;
        this.made = new Made(tables.get(), new ConcurrentHashMap<>());
    }

    /// A table and what was made of it.
    record Made(ResourceTable table, Map<String, Document> documents) {
        Document of(String name, Supplier<Document> make) {
            return documents.computeIfAbsent(name, _ -> make.get());
        }
    }

    /// One request looks at one table.
    Made now() {
        ResourceTable table = tables.get();
        Made known = made;
        if (known.table() != table) {
            known = new Made(table, new ConcurrentHashMap<>());
            made = known;
        }
        return known;
    }
}
