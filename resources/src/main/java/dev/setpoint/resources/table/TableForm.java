package dev.setpoint.resources.table;

import java.util.List;

/// How objects of one kind look in a table.
///
/// @param printer makes a cell for each of the columns
public record TableForm(List<Column> columns, RowPrinter printer) {
    public TableForm {
        columns = List.copyOf(columns);
    }
}
