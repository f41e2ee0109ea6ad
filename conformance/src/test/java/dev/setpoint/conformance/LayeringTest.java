package dev.setpoint.conformance;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Who may see whom, and what only `base` may do.
class LayeringTest {
    /// Each module with those that it uses, as the design lists them. What these use is seen as well.
    private static final Map<String, List<String>> USES = uses();

    /// Engines that stay behind one package each, so that they can be replaced.
    static final List<Map.Entry<String, String>> ENGINES = List.of(
            Map.entry("org.eclipse.jetty..", "dev.setpoint.apiserver.http.."),
            Map.entry("org.bouncycastle..", "dev.setpoint.apiserver.authn.."),
            Map.entry("dev.cel..", "dev.setpoint.expressions.."),
            Map.entry("java.sql..", "dev.setpoint.store.."),
            Map.entry("org.snakeyaml..", "dev.setpoint.machinery.yaml.."),
            Map.entry("picocli..", "dev.setpoint.cli.."));

    static final List<String> MODULES = List.copyOf(USES.keySet());

    /// Time, randomness and threads, which come from `Env`.
    private static final Pattern TAKEN = Pattern.compile(String.join(
            "|",
            "java\\.time\\.(Instant|LocalDate|LocalTime|LocalDateTime|OffsetDateTime|ZonedDateTime)\\.now",
            "java\\.time\\.Clock\\.(system\\w*|tick\\w*)",
            "java\\.lang\\.System\\.(nanoTime|currentTimeMillis|identityHashCode)",
            "java\\.lang\\.Thread\\.(sleep|start|ofVirtual|ofPlatform|startVirtualThread|<init>)",
            "java\\.lang\\.Math\\.random",
            "java\\.util\\.UUID\\.randomUUID",
            "java\\.util\\.(Random|SplittableRandom|Timer)\\.<init>",
            "java\\.util\\.concurrent\\.ThreadLocalRandom\\.current",
            "java\\.util\\.concurrent\\.Executors\\.\\w+",
            "java\\.util\\.concurrent\\.CompletableFuture\\.\\w+Async",
            "java\\.util\\.concurrent\\.TimeUnit\\.sleep",
            "java\\.util\\.Collection\\.parallelStream",
            "java\\.util\\.stream\\.\\w+\\.parallel"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.setpoint");

    @Test
    void seesEveryModule() {
        for (String module : USES.keySet()) {
            assertThat(CLASSES.stream().map(JavaClass::getPackageName))
                    .as(module)
                    .anyMatch(name -> (name + ".").startsWith("dev.setpoint." + module + "."));
        }
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void usesOnlyTheModulesBelowIt(String module) {
        Set<String> allowed = closure(module);
        classes()
                .that(resideInAPackage("dev.setpoint." + module + ".."))
                .should()
                .onlyDependOnClassesThat(describe(
                        "belong to " + allowed + " or to no module",
                        seen -> !seen.getPackageName().startsWith("dev.setpoint.") || allowed.contains(moduleOf(seen))))
                .check(CLASSES);
    }

    @Test
    void takesNeitherTimeNorThreadsNorRandomness() {
        ArchRule rule = noClasses()
                .that(are(outside("dev.setpoint.base..", "dev.setpoint.benchmarks..")))
                .should()
                .accessTargetWhere(describe(
                        "time, randomness or a thread is taken, not given",
                        (JavaAccess<?> access) -> TAKEN.matcher(
                                        access.getTargetOwner().getFullName() + "."
                                                + access.getTarget().getName())
                                .matches()));
        rule.check(CLASSES);
    }

    @Test
    void usesNoTestSupportInProduction() {
        noClasses()
                .that(are(outside("dev.setpoint..testing..")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.setpoint..testing..")
                .check(CLASSES);
    }

    @ParameterizedTest
    @FieldSource("ENGINES")
    void keepsEnginesBehindOnePackage(Map.Entry<String, String> engine) {
        noClasses()
                .that(are(outside(engine.getValue(), "dev.setpoint.benchmarks.."))) // It has the engines alone, too.
                .should()
                .dependOnClassesThat()
                .resideInAPackage(engine.getKey())
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaClass> outside(String... packages) {
        return DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages));
    }

    private static String moduleOf(JavaClass seen) {
        return seen.getPackageName().split("\\.", -1)[2];
    }

    private static Set<String> closure(String module) {
        Set<String> seen = new LinkedHashSet<>();
        seen.add(module);
        USES.getOrDefault(module, List.of()).forEach(used -> seen.addAll(closure(used)));
        return seen;
    }

    private static Map<String, List<String>> uses() {
        Map<String, List<String>> uses = new LinkedHashMap<>();
        uses.put("base", List.of());
        uses.put("machinery", List.of("base"));
        uses.put("expressions", List.of("machinery"));
        uses.put("resources", List.of("machinery"));
        uses.put("store", List.of("base"));
        uses.put("client", List.of("machinery"));
        uses.put("apiserver", List.of("store", "client", "resources", "expressions"));
        uses.put("reconcile", List.of("client"));
        uses.put("controllers", List.of("reconcile", "resources"));
        uses.put("scheduler", List.of("reconcile", "resources"));
        uses.put("agent", List.of("reconcile", "resources"));
        uses.put("server", List.of("apiserver", "controllers", "scheduler", "agent"));
        uses.put("simulation", List.of("server"));
        uses.put("junit", List.of("simulation"));
        uses.put("gallery", List.of("reconcile"));
        uses.put("cli", List.of("simulation", "gallery"));
        uses.put("conformance", List.of("cli", "junit"));
        return uses;
    }
}
