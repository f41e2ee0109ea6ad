package dev.setpoint.generator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Our own tables of facts. Lines that begin with `#` are for people.
final class FactTable {
    private FactTable() {}

    static List<String[]> rows(String name, int cells) {
        try (InputStream in = FactTable.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new ModelException(name + " is missing");
            }
            return rows(new String(in.readAllBytes(), StandardCharsets.UTF_8), name, cells);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String[]> rows(String text, String name, int cells) {
        return text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> cells(line, name, cells))
                .toList();
    }

    /// The words of a cell, of which `-` has none.
    static List<String> words(String cell) {
        return cell.equals("-") ? List.of() : List.of(cell.split("[ ,]", -1));
    }

    private static String[] cells(String line, String name, int expected) {
        String[] cells = line.split("\t", -1);
        if (cells.length != expected) {
            throw new ModelException(name + ": " + cells.length + " cells (expected: " + expected + "): " + line);
        }
        return cells;
    }
}
