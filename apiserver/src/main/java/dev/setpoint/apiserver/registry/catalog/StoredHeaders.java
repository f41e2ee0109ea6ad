package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.strategy.Strategies;
import dev.setpoint.resources.strategy.Strategy;
import dev.setpoint.resources.structural.SchemaRules;
import dev.setpoint.store.HeaderMaker;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the headers of objects that a store loads: the same function as at commit, from bytes instead of a tree.
public final class StoredHeaders implements HeaderMaker {
    private final Map<String, Strategy> strategies = new HashMap<>();

    public StoredHeaders(ResourceTable table) {
        Strategies all = new Strategies(SchemaRules.Language.NONE);
        for (ResourceType type : table.types()) {
            strategies.put(type.storageResource().groupResource().toString(), all.of(type.storageKind()));
        }
    }

    @Override
    public Header header(Key key, byte[] bytes) {
        @Nullable Strategy strategy = strategies.get(key.resource());
        JsonObject object = CompactReader.object(bytes);
        return ObjectLayout.header(object, strategy == null ? Map.of() : strategy.selectableFields(object));
    }
}
