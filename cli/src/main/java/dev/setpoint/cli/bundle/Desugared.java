package dev.setpoint.cli.bundle;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Classes whose records compare and hash, and whose switches tell types apart, by methods of their own. The
/// compiler leaves these to be made when they are first needed; the cache of loaded classes does not keep them, so
/// that every start would make some hundred of them anew.
///
/// What is left as it is: how a record describes itself, and switches with labels that are not types.
final class Desugared implements ClassTransform {
    private static final ClassDesc RECORDS = ClassDesc.of("java.lang.runtime.ObjectMethods");
    private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
    private static final int SYNTHETIC = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

    private final ClassModel original;
    /// What the rewritten code calls, in the order in which it was met. Calls that are alike share one.
    private final Map<Call, Consumer<CodeBuilder>> made = new LinkedHashMap<>();

    /// What tells two calls apart.
    private record Call(String name, MethodTypeDesc type, List<ConstantDesc> arguments) {}

    private Desugared(ClassModel original) {
        this.original = original;
    }

    /// The class itself when there is nothing to do.
    static byte[] of(byte[] bytes, ClassFile writer) {
        ClassModel original = writer.parse(bytes);
        boolean concerned = original.methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .anyMatch(element -> element instanceof InvokeDynamicInstruction call
                        && replacement(call).isPresent());
        return concerned ? writer.transformClass(original, new Desugared(original)) : bytes;
    }

    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
        if (element instanceof MethodModel method) {
            builder.transformMethod(method, MethodTransform.transformingCode(this::rewrite));
        } else {
            builder.with(element);
        }
    }

    private void rewrite(CodeBuilder code, CodeElement element) {
        Optional<Consumer<CodeBuilder>> body =
                element instanceof InvokeDynamicInstruction call ? replacement(call) : Optional.empty();
        if (body.isEmpty()) {
            code.with(element);
            return;
        }
        InvokeDynamicInstruction instead = (InvokeDynamicInstruction) element;
        Call call = new Call(instead.name().stringValue(), instead.typeSymbol(), instead.bootstrapArgs());
        made.putIfAbsent(call, body.get());
        code.invokestatic(
                original.thisClass().asSymbol(),
                name(call),
                call.type(),
                original.flags().has(AccessFlag.INTERFACE));
    }

    private String name(Call call) {
        return "$" + call.name() + "$" + new ArrayList<>(made.keySet()).indexOf(call);
    }

    @Override
    public void atEnd(ClassBuilder builder) {
        made.forEach((call, body) -> builder.withMethodBody(name(call), call.type(), SYNTHETIC, body));
    }

    /// The body of a static method that does the same; none for calls that stay.
    private static Optional<Consumer<CodeBuilder>> replacement(InvokeDynamicInstruction call) {
        ClassDesc maker = call.bootstrapMethod().owner();
        String name = call.name().stringValue();
        if (maker.equals(RECORDS) && !name.equals("toString")) {
            List<DirectMethodHandleDesc> fields = call.bootstrapArgs().stream()
                    .skip(2) // The record, and the names of its fields.
                    .map(DirectMethodHandleDesc.class::cast)
                    .toList();
            ClassDesc record = call.typeSymbol().parameterType(0);
            return Optional.of(
                    name.equals("equals")
                            ? code -> RecordMethods.equals(code, record, fields)
                            : code -> RecordMethods.hashCode(code, record, fields));
        }
        boolean ofTypes = call.bootstrapArgs().stream().allMatch(ClassDesc.class::isInstance);
        if (maker.equals(SWITCHES) && name.equals("typeSwitch") && ofTypes) {
            List<ClassDesc> types =
                    call.bootstrapArgs().stream().map(ClassDesc.class::cast).toList();
            return types.stream().anyMatch(ClassDesc::isPrimitive)
                    ? Optional.empty()
                    : Optional.of(code -> typeSwitch(code, types));
        }
        return Optional.empty();
    }

    /// Of an object and a number: the place of the first type, from that number on, that the object is of; the
    /// number of types when it is of none, -1 when there is no object.
    private static void typeSwitch(CodeBuilder code, List<ClassDesc> types) {
        code.aload(0).ifThen(Opcode.IFNULL, nothing -> nothing.loadConstant(-1).ireturn());
        for (int place = 0; place < types.size(); place++) {
            int candidate = place;
            code.block(type -> type.iload(1)
                    .loadConstant(candidate)
                    .if_icmpgt(type.breakLabel())
                    .aload(0)
                    .instanceOf(types.get(candidate))
                    .ifeq(type.breakLabel())
                    .loadConstant(candidate)
                    .ireturn());
        }
        code.loadConstant(types.size()).ireturn();
    }
}
