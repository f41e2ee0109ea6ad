package dev.setpoint.generator;

import dev.setpoint.machinery.protobuf.MessageTable;
import dev.setpoint.machinery.schema.SchemaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;

/// Writes the tables: the first argument is the resource table, the second the folder to write to, the third a file
/// that remembers what they were made from.
public final class Generate {
    private Generate() {}

    public static void main(String[] arguments) throws IOException {
        Path resourceTable = Path.of(arguments[0]);
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        Path stamp = Path.of(arguments[2]);
        String fingerprint = Fingerprint.of(resourceTable);
        boolean upToDate = Files.exists(stamp)
                && Files.exists(folder.resolve("schemas.bin"))
                && Files.readString(stamp).equals(fingerprint);
        if (!upToDate) {
            SortedMap<String, ApiType> types = ApiWalk.from(Roots.of(resourceTable), new Messages());
            Files.write(folder.resolve("descriptions.bin"), DescriptionTable.encode(types));
            Files.write(folder.resolve("messages.bin"), MessageTable.encode(ProtobufMessages.of(types)));
            Files.write(folder.resolve("schemas.bin"), SchemaTable.encode(Schemas.of(types)));
            Files.writeString(stamp, fingerprint);
        }
    }
}
