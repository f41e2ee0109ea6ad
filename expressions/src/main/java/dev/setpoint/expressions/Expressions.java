package dev.setpoint.expressions;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelBuilder;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.StructType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Compiles expressions.
public final class Expressions {
    private static final int MAX_CHARACTERS = 100_000;
    private static final int MAX_DEPTH = 250;

    private Expressions() {}

    /// Made when the first expression is compiled: it takes a while, and most processes need none.
    private static final class Base {
        static final CelOptions OPTIONS = CelOptions.current()
                .enableHeterogeneousNumericComparisons(true)
                .enableOptionalSyntax(true)
                .maxExpressionCodePointSize(MAX_CHARACTERS)
                .maxParseRecursionDepth(MAX_DEPTH)
                .build();

        static final Cel CEL = build();

        private static Cel build() {
            CelBuilder builder = CelFactory.legacyCelBuilder()
                    .setOptions(OPTIONS)
                    .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                    .addCompilerLibraries(
                            CelExtensions.strings(),
                            CelExtensions.optional(),
                            CelExtensions.bindings(),
                            CelExtensions.sets(OPTIONS),
                            CelExtensions.comprehensions())
                    .addRuntimeLibraries(
                            CelExtensions.strings(),
                            CelExtensions.optional(),
                            CelExtensions.sets(OPTIONS),
                            CelExtensions.comprehensions());
            for (Library library : List.of(
                    ListFunctions.LIBRARY,
                    TextFunctions.LIBRARY,
                    UrlFunctions.LIBRARY,
                    AddressFunctions.LIBRARY,
                    QuantityFunctions.LIBRARY,
                    SemanticVersions.LIBRARY)) {
                builder.addFunctionDeclarations(library.declarations());
                builder.addFunctionBindings(library.bindings());
            }
            return builder.build();
        }
    }

    /// @param result what the expression has to come to
    /// @throws MalformedExpressionException when it cannot
    public static Expression compile(String expression, List<Variable> variables, ValueType result) {
        Map<String, StructType> structs = new LinkedHashMap<>();
        CelBuilder builder = Base.CEL.toCelBuilder();
        for (Variable variable : variables) {
            structs.putAll(variable.type().structs());
            builder.addVar(variable.name(), variable.type().type());
        }
        Cel cel = builder.setResultType(result.type())
                .setTypeProvider(new Structs(ImmutableMap.copyOf(structs)))
                .build();
        CelValidationResult compiled = cel.compile(expression);
        if (compiled.hasError()) {
            throw new MalformedExpressionException(compiled.getErrors().stream()
                    .map(issue -> "ERROR: <input>:" + issue.getSourceLocation().getLine() + ":"
                            + (issue.getSourceLocation().getColumn() + 1) + ": " + issue.getMessage())
                    .collect(Collectors.joining("\n", "compilation failed: ", "")));
        }
        try {
            CelAbstractSyntaxTree tree = compiled.getAst();
            return new Expression(expression, tree, cel.createProgram(tree));
        } catch (CelValidationException | CelEvaluationException e) {
            throw new MalformedExpressionException("compilation failed: " + e.getMessage());
        }
    }

    /// The object types of one expression.
    private record Structs(ImmutableMap<String, StructType> byName) implements CelTypeProvider {
        @Override
        public ImmutableCollection<CelType> types() {
            return ImmutableList.copyOf(byName.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(byName.get(name));
        }
    }
}
