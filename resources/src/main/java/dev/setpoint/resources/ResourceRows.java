package dev.setpoint.resources;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads `resources.tsv`; its head says what the columns mean.
final class ResourceRows {
    private static final List<String> ALL_VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final List<String> PART_VERBS = List.of("get", "patch", "update");

    private ResourceRows() {}

    static List<ResourceType> read() {
        List<ResourceType> types = new ArrayList<>();
        for (String[] row : TextTable.rows(ResourceRows.class, "resources.tsv", 9)) {
            types.add(type(row));
        }
        return types;
    }

    private static ResourceType type(String[] row) {
        GroupVersion groupVersion = GroupVersion.parse(row[0]);
        String kind = row[2];
        return new ResourceType(
                new GroupVersionResource(groupVersion.group(), groupVersion.version(), row[1]),
                kind,
                kind.toLowerCase(Locale.ROOT),
                ResourceScope.of(row[3]),
                TextTable.words(row[4], ","),
                TextTable.words(row[5], ","),
                row[6].equals("*") ? ALL_VERBS : TextTable.words(row[6], ","),
                subresources(row[7], new GroupVersionKind(groupVersion.group(), groupVersion.version(), kind)),
                row[8].equals("-") ? groupVersion : GroupVersion.parse(row[8]));
    }

    private static List<Subresource> subresources(String cell, GroupVersionKind own) {
        List<Subresource> subresources = new ArrayList<>();
        for (String word : TextTable.words(cell, " ")) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                subresources.add(new Subresource(word, PART_VERBS, own));
                continue;
            }
            int colon = word.indexOf(':', equals);
            String verbs = word.substring(equals + 1, colon < 0 ? word.length() : colon);
            GroupVersionKind kind = colon < 0 ? own : kind(word.substring(colon + 1), own);
            subresources.add(new Subresource(word.substring(0, equals), TextTable.words(verbs, ","), kind));
        }
        return subresources;
    }

    /// `PodExecOptions`, or `policy/v1.Eviction`.
    private static GroupVersionKind kind(String text, GroupVersionKind own) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return new GroupVersionKind(own.group(), own.version(), text);
        }
        int dot = text.indexOf('.', slash);
        return GroupVersionKind.of(text.substring(0, dot), text.substring(dot + 1));
    }
}
