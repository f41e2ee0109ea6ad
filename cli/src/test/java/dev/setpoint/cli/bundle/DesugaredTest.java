package dev.setpoint.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DesugaredTest {
    private static final ClassFile WRITER = ClassFile.of();
    private static final ClassLoader LOADER =
            new RewritingLoader(Samples.class.getName(), bytes -> Desugared.of(bytes, WRITER));

    @Test
    void switchesChooseAsBefore() throws Exception {
        List<@Nullable Object> things =
                Arrays.asList(null, "", "a", new int[3], 11, 3, Samples.Colour.RED, Samples.Colour.BLUE, 1.0);
        for (Object thing : things) {
            assertThat(rewritten(new Samples.Describe()).apply(inRewrittenForm(thing)))
                    .isEqualTo(new Samples.Describe().apply(thing));
        }
    }

    @Test
    void recordsCompareAndHashAsBefore() throws Exception {
        for (int difference : IntStream.rangeClosed(0, 10).toArray()) {
            assertThat(rewritten(new Samples.Compare()).apply(difference))
                    .isEqualTo(new Samples.Compare().apply(difference));
        }
    }

    @Test
    void nothingIsLeftToBeMadeAtRunTimeButDescriptionsAndOtherSwitches() throws IOException {
        assertThat(dynamicCalls(Samples.Everything.class)).containsExactly("toString");
        assertThat(dynamicCalls(Samples.Shape.class)).doesNotContain("typeSwitch");
        assertThat(dynamicCalls(Samples.Describe.class)).containsOnlyOnce("typeSwitch"); // With a constant in it.
    }

    @Test
    void leavesAloneWhatNeedsNothing() throws IOException {
        byte[] bytes = bytes(DesugaredTest.class);
        assertThat(Desugared.of(bytes, WRITER)).isSameAs(bytes);
    }

    @SuppressWarnings("unchecked") // The same class, but for how it does what it does.
    private static Function<@Nullable Object, String> rewritten(Function<@Nullable Object, String> sample)
            throws ReflectiveOperationException {
        var constructor =
                Class.forName(sample.getClass().getName(), true, LOADER).getDeclaredConstructor();
        constructor.setAccessible(true);
        return (Function<@Nullable Object, String>) constructor.newInstance();
    }

    private static @Nullable Object inRewrittenForm(@Nullable Object thing) throws ReflectiveOperationException {
        if (!(thing instanceof Samples.Colour colour)) {
            return thing;
        }
        Field constant =
                Class.forName(Samples.Colour.class.getName(), true, LOADER).getField(colour.name());
        constant.setAccessible(true);
        return constant.get(null);
    }

    private static List<String> dynamicCalls(Class<?> type) throws IOException {
        return WRITER.parse(Desugared.of(bytes(type), WRITER)).methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .filter(InvokeDynamicInstruction.class::isInstance)
                .map(call -> ((InvokeDynamicInstruction) call).name().stringValue())
                .filter(name -> !name.equals("makeConcatWithConstants"))
                .toList();
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
