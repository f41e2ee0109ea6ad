package dev.setpoint.cli.bundle;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;

/// Classes of Java 5 and before, of which picocli is made, as classes of Java 8. They have no stack maps, hence
/// are verified anew in each JVM and kept out of the cache of loaded classes; with stack maps they are in it.
final class Modernized {
    private static final int WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;
    private static final ClassTransform NEWER = ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
            .andThen((builder, element) -> {
                if (element instanceof ClassFileVersion) {
                    builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                } else {
                    builder.with(element);
                }
            });

    private Modernized() {}

    /// The class itself when it is new enough.
    static byte[] of(byte[] bytes, ClassFile writer) {
        int version = ((bytes[6] & 0xff) << 8) | (bytes[7] & 0xff); // Behind the magic number and the minor version.
        if (version >= WITH_STACK_MAPS) {
            return bytes;
        }
        return writer.transformClass(writer.parse(bytes), NEWER);
    }
}
