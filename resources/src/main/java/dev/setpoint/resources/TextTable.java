package dev.setpoint.resources;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The tab-separated tables that lie next to the classes. Lines that begin with `#` are for people.
public final class TextTable {
    private TextTable() {}

    /// The rows of a table, each with exactly so many cells.
    public static List<String[]> rows(String name, int cells) {
        try (InputStream in = TextTable.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> cells(name, line, cells))
                    .toList();
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
