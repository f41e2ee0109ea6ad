package dev.setpoint.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The types from which everything else is reached: the kinds of the resource table, their lists, the kinds of
/// subresources, and those that every group shares.
final class Roots {
    private static final List<String> SHARED = List.of(
            "meta.v1.APIGroup",
            "meta.v1.APIGroupList",
            "meta.v1.APIResourceList",
            "meta.v1.APIVersions",
            "meta.v1.DeleteOptions",
            "meta.v1.Status",
            "meta.v1.WatchEvent");
    private static final Pattern FOREIGN_KIND = Pattern.compile(":([\\w.]+)/(v\\d+)\\.(\\w+)");

    private Roots() {}

    static Set<String> of(Path resourceTable) {
        try {
            Set<String> roots = new LinkedHashSet<>(SHARED);
            String text = Files.readString(resourceTable, StandardCharsets.UTF_8);
            for (String[] row : FactTable.rows(text, resourceTable.toString(), 9)) {
                int slash = row[0].indexOf('/');
                String type =
                        typeName(slash < 0 ? "" : row[0].substring(0, slash), row[0].substring(slash + 1), row[2]);
                roots.add(type);
                if (row[6].equals("*") || row[6].contains("list")) {
                    roots.add(type + "List");
                }
                Matcher foreign = FOREIGN_KIND.matcher(row[7]);
                while (foreign.find()) {
                    roots.add(typeName(foreign.group(1), foreign.group(2), foreign.group(3)));
                }
            }
            return roots;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The group `rbac.authorization.k8s.io` is the package `rbac`; the core group is `core`.
    private static String typeName(String group, String version, String kind) {
        String first = group.split("\\.", -1)[0];
        return (first.isEmpty() ? "core" : first) + "." + version + "." + kind;
    }
}
