package dev.setpoint.expressions;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Functions that belong together: what they are called, and what they do.
final class Library {
    private final Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();
    private final List<CelFunctionBinding> bindings = new ArrayList<>();

    /// A function on a value: `value.name(more)`. The first type is the value's. What a body is given has the
    /// classes that it was bound for.
    Library member(String name, CelType result, List<CelType> types, List<Class<?>> classes, CelFunctionOverload body) {
        String id = id(name, classes, "member");
        overloads
                .computeIfAbsent(name, _ -> new ArrayList<>())
                .add(CelOverloadDecl.newMemberOverload(id, result, types));
        return bind(id, classes, body);
    }

    /// A function that stands alone: `name(values)`.
    Library global(String name, CelType result, List<CelType> types, List<Class<?>> classes, CelFunctionOverload body) {
        String id = id(name, classes, "global");
        overloads
                .computeIfAbsent(name, _ -> new ArrayList<>())
                .add(CelOverloadDecl.newGlobalOverload(id, result, types));
        return bind(id, classes, body);
    }

    private Library bind(String id, List<Class<?>> classes, CelFunctionOverload body) {
        bindings.add(CelFunctionBinding.from(id, classes, body));
        return this;
    }

    private static String id(String name, List<Class<?>> classes, String form) {
        StringBuilder id =
                new StringBuilder("kubernetes_").append(form).append('_').append(name.replace('.', '_'));
        classes.forEach(each -> id.append('_').append(each.getSimpleName()));
        return id.toString();
    }

    List<CelFunctionDecl> declarations() {
        List<CelFunctionDecl> declarations = new ArrayList<>();
        overloads.forEach((name, list) -> declarations.add(CelFunctionDecl.newFunctionDeclaration(name, list)));
        return declarations;
    }

    List<CelFunctionBinding> bindings() {
        return bindings;
    }

    static CelEvaluationException failure(String message) {
        return new CelEvaluationException(message);
    }
}
