package @package@;

import io.fabric8.crdv2.generator.CRDGenerator;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// The definition of @Kind@ in a cluster. The build writes it, from the Java types, to a file that `kubectl apply`
/// takes as well.
public final class Definition {
    private static final String FILE = "/@plural@.@group@-v1.yml";

    private Definition() {}

    /// For the build.
    public static void main(String[] arguments) {
        new CRDGenerator()
                .customResourceClasses(@Kind@.class)
                .forCRDVersions("v1")
                .inOutputDir(new File(arguments[0]))
                .generate();
    }

    public static CustomResourceDefinition load() {
        try (InputStream yaml = Definition.class.getResourceAsStream(FILE)) {
            if (yaml == null) {
                throw new IllegalStateException(FILE + " is missing: the build makes it");
            }
            return Serialization.unmarshal(yaml, CustomResourceDefinition.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
