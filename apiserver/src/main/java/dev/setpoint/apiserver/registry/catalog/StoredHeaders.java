package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.store.HeaderMaker;

/// Makes the headers of objects that a store loads: the same function as at commit, from bytes instead of a tree.
/// Custom resources are given their selectable fields when they are first read, since those are in their definition.
public final class StoredHeaders implements HeaderMaker {
    @Override
    public Header header(Key key, byte[] bytes) {
        return ObjectLayout.header(CompactReader.object(bytes), SelectableFields.of(key.resource()));
    }
}
