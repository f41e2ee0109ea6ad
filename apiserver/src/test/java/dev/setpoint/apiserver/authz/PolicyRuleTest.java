package dev.setpoint.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PolicyRuleTest {
    private static final User JANE = User.of("jane");
    private static final List<String> VERBS = List.of("get", "list", "*");
    private static final List<String> GROUPS = List.of("", "apps", "*");
    private static final List<String> RESOURCES = List.of("pods", "pods/log", "jobs/log", "*/log", "*");
    private static final List<String> NAMES = List.of("a", "b");
    private static final List<String> PATHS = List.of("/healthz", "/healthz/x", "/healthz/*", "*");

    @Test
    void matchesResourcesAndSubresources() {
        PolicyRule rule = rule(List.of("get"), List.of(""), List.of("pods", "*/log"), List.of());
        assertThat(rule.allows(asked("get", "", "pods", "", "a"))).isTrue();
        assertThat(rule.allows(asked("get", "", "jobs", "log", "a"))).isTrue();
        assertThat(rule.allows(asked("get", "", "pods", "status", "a"))).isFalse();
        assertThat(rule.allows(asked("list", "", "pods", "", ""))).isFalse();
        assertThat(rule.allows(asked("get", "apps", "pods", "", "a"))).isFalse();
    }

    @Test
    void aNameNarrowsARule() {
        PolicyRule rule = rule(List.of("*"), List.of("*"), List.of("*"), List.of("mine"));
        assertThat(rule.allows(asked("get", "", "pods", "", "mine"))).isTrue();
        assertThat(rule.allows(asked("get", "", "pods", "", "other"))).isFalse();
        assertThat(rule.allows(asked("create", "", "pods", "", ""))).isFalse();
    }

    @Test
    void matchesPathsByTheirBeginning() {
        PolicyRule rule =
                new PolicyRule(List.of("get"), List.of(), List.of(), List.of(), List.of("/healthz", "/api/*"));
        assertThat(rule.allows(new Attributes.OfPath(JANE, "get", "/healthz"))).isTrue();
        assertThat(rule.allows(new Attributes.OfPath(JANE, "get", "/healthz/ping")))
                .isFalse();
        assertThat(rule.allows(new Attributes.OfPath(JANE, "get", "/api/v1"))).isTrue();
        assertThat(rule.allows(new Attributes.OfPath(JANE, "get", "/api"))).isFalse();
        assertThat(rule.allows(asked("get", "", "pods", "", ""))).isFalse();
    }

    @Test
    void tellsWhatIsMissingInKubernetesWords() {
        PolicyRule held = rule(List.of("get"), List.of(""), List.of("pods"), List.of());
        PolicyRule wanted = rule(List.of("get", "list", "watch"), List.of(""), List.of("pods", "secrets"), List.of());
        assertThat(PolicyRule.missing(List.of(held), List.of(wanted)))
                .extracting(PolicyRule::toString)
                .containsExactly(
                        "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\" \"watch\"]}",
                        "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"list\" \"watch\"]}");
    }

    /// Whoever lacks nothing of a set of rules may do whatever it allows, and with what he lacks he can.
    /// Tried for every question that can be put with the words of the rules.
    @Test
    void whoLacksNothingMayDoEverything() {
        Seeds.check(2_000, seed -> {
            RandomGenerator random = Seeds.random(seed);
            List<PolicyRule> held = rules(random);
            List<PolicyRule> wanted = rules(random);
            List<PolicyRule> missing = PolicyRule.missing(held, wanted);
            List<PolicyRule> together = new ArrayList<>(held);
            together.addAll(missing);
            assertThat(questions().stream().filter(question -> allows(wanted, question)))
                    .as("seed %d: what is missing makes it whole", seed)
                    .allMatch(question -> allows(together, question));
            assertThat(PolicyRule.missing(together, wanted))
                    .as("seed %d: twice is once", seed)
                    .isEmpty();
            if (missing.isEmpty()) {
                assertThat(questions().stream().filter(question -> allows(wanted, question)))
                        .as("seed %d: %s held, %s wanted", seed, held, wanted)
                        .allMatch(question -> allows(held, question));
            }
        });
    }

    private static boolean allows(List<PolicyRule> rules, Attributes question) {
        return rules.stream().anyMatch(rule -> rule.allows(question));
    }

    private static List<Attributes> questions() {
        List<Attributes> questions = new ArrayList<>();
        for (String verb : List.of("get", "list", "watch")) {
            for (String group : List.of("", "apps", "batch")) {
                for (String resource : List.of("pods", "jobs", "secrets")) {
                    for (String subresource : List.of("", "log", "status")) {
                        for (String name : List.of("", "a", "c")) {
                            questions.add(asked(verb, group, resource, subresource, name));
                        }
                    }
                }
            }
            for (String path : List.of("/healthz", "/healthz/x", "/healthz/y", "/other")) {
                questions.add(new Attributes.OfPath(JANE, verb, path));
            }
        }
        return questions;
    }

    private static List<PolicyRule> rules(RandomGenerator random) {
        List<PolicyRule> rules = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            rules.add(
                    random.nextInt(4) == 0
                            ? new PolicyRule(some(random, VERBS), List.of(), List.of(), List.of(), some(random, PATHS))
                            : rule(
                                    some(random, VERBS),
                                    some(random, GROUPS),
                                    some(random, RESOURCES),
                                    random.nextBoolean() ? List.of() : some(random, NAMES)));
        }
        return rules;
    }

    private static List<String> some(RandomGenerator random, List<String> words) {
        List<String> chosen = new ArrayList<>();
        chosen.add(words.get(random.nextInt(words.size())));
        if (random.nextBoolean()) {
            chosen.add(words.get(random.nextInt(words.size())));
        }
        return chosen;
    }

    private static PolicyRule rule(
            List<String> verbs, List<String> groups, List<String> resources, List<String> names) {
        return new PolicyRule(verbs, groups, resources, names, List.of());
    }

    private static Attributes asked(String verb, String group, String resource, String subresource, String name) {
        return new Attributes.OfResource(JANE, verb, group, resource, subresource, "default", name);
    }
}
