package dev.setpoint.cli.bundle;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// The code with which a record compares and hashes, field by field, as its specification has it.
final class RecordMethods {
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final int HASH_FACTOR = 31;

    private RecordMethods() {}

    /// Of a record and an object.
    static void equals(CodeBuilder code, ClassDesc record, List<DirectMethodHandleDesc> fields) {
        Label different = code.newLabel();
        code.aload(1).instanceOf(record).ifeq(different);
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = type(field);
            code.aload(0).getfield(record, field.methodName(), type);
            code.aload(1).checkcast(record).getfield(record, field.methodName(), type);
            switch (TypeKind.from(type)) {
                case BOOLEAN, BYTE, CHAR, SHORT, INT -> code.if_icmpne(different);
                case LONG -> code.lcmp().ifne(different);
                case FLOAT, DOUBLE ->
                    code.invokestatic(boxed(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type))
                            .ifne(different);
                case REFERENCE ->
                    code.invokestatic(
                                    OBJECTS,
                                    "equals",
                                    MethodTypeDesc.of(
                                            ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
                            .ifeq(different);
                case VOID -> throw new IllegalArgumentException(field + " has no type");
            }
        }
        code.loadConstant(1).ireturn().labelBinding(different).loadConstant(0).ireturn();
    }

    /// Of a record.
    static void hashCode(CodeBuilder code, ClassDesc record, List<DirectMethodHandleDesc> fields) {
        code.loadConstant(0);
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = type(field);
            code.loadConstant(HASH_FACTOR).imul().aload(0).getfield(record, field.methodName(), type);
            if (type.isPrimitive()) {
                code.invokestatic(boxed(type), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, type));
            } else {
                code.invokestatic(
                        OBJECTS, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
            }
            code.iadd();
        }
        code.ireturn();
    }

    /// Fields come as what reads them: a function from the record to the field.
    private static ClassDesc type(DirectMethodHandleDesc field) {
        return field.invocationType().returnType();
    }

    private static ClassDesc boxed(ClassDesc primitive) {
        return switch (TypeKind.from(primitive)) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case CHAR -> ConstantDescs.CD_Character;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            case REFERENCE, VOID -> throw new IllegalArgumentException(primitive + " is no primitive type");
        };
    }
}
