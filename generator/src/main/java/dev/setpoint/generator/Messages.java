package dev.setpoint.generator;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.kubernetes.client.proto.Meta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/// Every protobuf message of the API, by the short name of its type: `apps.v1.DeploymentSpec`.
final class Messages {
    private static final String CLASSES = "io/kubernetes/client/proto/";

    private final Map<String, Descriptor> byType = new LinkedHashMap<>();

    Messages() {
        outerClasses().forEach(name -> add(descriptor(name)));
        add(AggregatorMessages.descriptor());
    }

    Descriptor of(String typeName) {
        Descriptor message = byType.get(typeName);
        if (message == null) {
            throw new ModelException("no protobuf message for " + typeName);
        }
        return message;
    }

    /// The last three parts of `k8s.io.api.apps.v1.DeploymentSpec`, the last two of `k8s.io...runtime.RawExtension`.
    static String typeName(Descriptor message) {
        String[] parts = message.getFullName().split("\\.", -1);
        int last = parts.length - 1;
        boolean versioned = parts[last - 1].matches("v\\d.*");
        return versioned
                ? parts[last - 2] + "." + parts[last - 1] + "." + parts[last]
                : parts[last - 1] + "." + parts[last];
    }

    private void add(FileDescriptor file) {
        for (Descriptor message : file.getMessageTypes()) {
            Descriptor before = byType.put(typeName(message), message);
            if (before != null) {
                throw new ModelException(before.getFullName() + " and " + message.getFullName() + " share a name");
            }
        }
    }

    private static List<String> outerClasses() {
        try {
            Path jar = Path.of(Meta.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (JarFile file = new JarFile(jar.toFile())) {
                return file.stream()
                        .map(JarEntry::getName)
                        .filter(name -> name.startsWith(CLASSES) && name.endsWith(".class") && !name.contains("$"))
                        .map(name -> name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'))
                        .sorted()
                        .toList();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static FileDescriptor descriptor(String className) {
        try {
            Object descriptor =
                    Class.forName(className).getMethod("getDescriptor").invoke(null);
            return (FileDescriptor) descriptor;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(className, e);
        }
    }
}
