package dev.setpoint.store.sqlite;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// A native library as it lies in this process's memory: finds the slot through which it calls a function of
/// another library. See elf(5) for the layout.
// Native memory and calls are the point of this class.
@SuppressWarnings("restricted")
final class ElfImage {
    private static final int DYNAMIC_SEGMENT = 2;
    private static final long STRING_TABLE = 5;
    private static final long SYMBOL_TABLE = 6;
    private static final long PROCEDURE_RELOCATIONS = 23;
    private static final long PROCEDURE_RELOCATIONS_SIZE = 2;
    private static final int RELOCATION_SIZE = 24;
    private static final int SYMBOL_SIZE = 24;
    private static final long PAGE = 4096;
    private static final int READ_AND_WRITE = 3;

    private final ByteBuffer file;
    private final MemorySegment memory;

    private ElfImage(ByteBuffer file, long address) {
        this.file = file;
        this.memory = MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE - address);
    }

    /// The library whose file has this in its name.
    static ElfImage loaded(String name) throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/self/maps"))) {
            // 7f12a4000000-7f12a4104000 r-xp 00000000 fe:00 131 /tmp/sqlite-3.53-libsqlitejdbc.so
            var parts = line.split("\\s+", 6);
            if (parts.length == 6 && parts[5].contains(name) && Long.parseLong(parts[2], 16) == 0) {
                var bytes = Files.readAllBytes(Path.of(parts[5]));
                var address = Long.parseUnsignedLong(parts[0].substring(0, parts[0].indexOf('-')), 16);
                return new ElfImage(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), address);
            }
        }
        throw new IllegalStateException("no library " + name + " is loaded");
    }

    MemorySegment slotOf(String function) {
        long relocations = dynamic(PROCEDURE_RELOCATIONS);
        long count = dynamic(PROCEDURE_RELOCATIONS_SIZE) / RELOCATION_SIZE;
        for (long index = 0; index < count; index++) {
            long relocation = relocations + index * RELOCATION_SIZE;
            long symbol = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, relocation + 8) >>> 32;
            long name = memory.get(ValueLayout.JAVA_INT_UNALIGNED, dynamic(SYMBOL_TABLE) + symbol * SYMBOL_SIZE);
            if (memory.getString(dynamic(STRING_TABLE) + name).equals(function)) {
                long offset = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, relocation);
                return writable(memory.asSlice(offset, Long.BYTES));
            }
        }
        throw new IllegalStateException("the library does not call " + function);
    }

    /// An entry of the dynamic section, read from the file: in memory the loader may have replaced it.
    private long dynamic(long tag) {
        int headers = (int) file.getLong(32);
        int headerSize = file.getShort(54);
        for (int header = headers; header < headers + file.getShort(56) * headerSize; header += headerSize) {
            if (file.getInt(header) == DYNAMIC_SEGMENT) {
                for (int entry = (int) file.getLong(header + 8); file.getLong(entry) != 0; entry += 16) {
                    if (file.getLong(entry) == tag) {
                        return file.getLong(entry + 8);
                    }
                }
            }
        }
        throw new IllegalStateException("the library has no dynamic entry " + tag);
    }

    /// Some systems make the slots read-only once the library is loaded.
    private static MemorySegment writable(MemorySegment slot) {
        var linker = Linker.nativeLinker();
        var protect = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("mprotect"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
        try {
            int result = (int) protect.invokeExact(slot.address() & -PAGE, PAGE, READ_AND_WRITE);
            if (result != 0) {
                throw new IllegalStateException("mprotect: " + result + " (expected: 0)");
            }
            return slot;
        } catch (Throwable failure) {
            throw new IllegalStateException("cannot make the slot writable", failure);
        }
    }
}
