package dev.setpoint.machinery.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The tab-separated tables that lie next to the classes that read them. Lines that begin with `#` are for people.
///
/// Read at start, hence with plain loops: the first stream of a process costs more than all of its rows.
public final class TextTable {
    private TextTable() {}

    /// The rows of a table, each with exactly so many cells.
    ///
    /// @param reader the class next to which the table lies
    public static List<String[]> rows(Class<?> reader, String name, int cells) {
        try (InputStream in = reader.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            List<String[]> rows = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    rows.add(cells(name, line, cells));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String[] cells(String name, String line, int expected) {
        String[] cells = line.split("\t", -1);
        if (cells.length != expected) {
            throw new IllegalStateException(
                    name + ": " + cells.length + " cells (expected: " + expected + "): " + line);
        }
        return cells;
    }

    /// The words of a cell, of which `-` has none.
    public static List<String> words(String cell, String separator) {
        return cell.equals("-") ? List.of() : List.of(cell.split(separator, -1));
    }
}
