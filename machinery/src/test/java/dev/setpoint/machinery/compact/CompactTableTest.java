package dev.setpoint.machinery.compact;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompactTableTest {
    @Test
    void readsBackWhatWasWritten() {
        SortedMap<String, RecordWriter> records = new TreeMap<>();
        records.put(
                "first",
                new RecordWriter()
                        .number(0)
                        .number(127)
                        .number(128)
                        .number(Integer.MAX_VALUE)
                        .text("gr\u00fc\u00df dich")
                        .flag(true)
                        .texts(List.of("a", ""))
                        .oneOf(TimeUnit.values(), TimeUnit.HOURS));

        RecordReader reader =
                requireNonNull(CompactTable.of(CompactTable.encode(records)).find("first"));

        assertThat(reader.number()).isZero();
        assertThat(reader.number()).isEqualTo(127);
        assertThat(reader.number()).isEqualTo(128);
        assertThat(reader.number()).isEqualTo(Integer.MAX_VALUE);
        assertThat(reader.text()).isEqualTo("gr\u00fc\u00df dich");
        assertThat(reader.flag()).isTrue();
        assertThat(reader.texts()).containsExactly("a", "");
        assertThat(reader.oneOf(TimeUnit.values())).isEqualTo(TimeUnit.HOURS);
    }

    @Test
    void findsEveryRecordByNameAndNoOther() {
        SortedMap<String, RecordWriter> records = new TreeMap<>();
        for (int i = 0; i < 100; i++) {
            records.put("name" + i, new RecordWriter().number(i));
        }
        CompactTable table = CompactTable.of(CompactTable.encode(records));

        assertThat(table.size()).isEqualTo(100);
        assertThat(table.names()).containsExactlyElementsOf(records.keySet());
        for (int i = 0; i < 100; i++) {
            assertThat(requireNonNull(table.find("name" + i)).number()).isEqualTo(i);
        }
        assertThat(table.find("name")).isNull();
        assertThat(table.find("name100")).isNull();
        assertThat(table.number("zzz")).isNegative();
    }

    @Test
    void refusesNegativeNumbers() {
        RecordWriter writer = new RecordWriter();

        assertThatThrownBy(() -> writer.number(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
