package dev.setpoint.cli.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;

/// Loads the classes of a package, or of one class and those within it, rewritten; all others as they are.
final class RewritingLoader extends ClassLoader {
    private final String prefix;
    private final UnaryOperator<byte[]> rewriting;

    RewritingLoader(String prefix, UnaryOperator<byte[]> rewriting) {
        super(RewritingLoader.class.getClassLoader());
        this.prefix = prefix;
        this.rewriting = rewriting;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(prefix)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = rewriting.apply(in.readAllBytes());
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
