package dev.setpoint.controllers.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any roles, in layers or in a circle: the loops come to rest, and an aggregated role then allows what its parts do,
/// and nothing else.
final class AggregationPlanPropertyTest {
    private static final int MOST_ROUNDS = 40;

    @Test
    void everyWorldConverges() {
        Seeds.check(400, seed -> {
            List<ClusterRole> roles = draw(Seeds.random(seed));
            int rounds = 0;
            while (round(roles)) {
                assertThat(++rounds).as("seed %d: rounds", seed).isLessThan(MOST_ROUNDS);
            }
            for (ClusterRole role : roles) {
                if (AggregationPlan.aggregates(role)) {
                    assertThat(role.getRules())
                            .as("seed %d: %s", seed, role.getMetadata().getName())
                            .doesNotHaveDuplicates()
                            .containsExactlyInAnyOrderElementsOf(expected(role, roles));
                }
            }
        });
    }

    /// The order in which a server lists its roles decides nothing.
    @Test
    void theOrderOfTheRolesDoesNotMatter() {
        Seeds.check(300, seed -> {
            List<ClusterRole> roles = draw(Seeds.random(seed));
            for (ClusterRole role : roles) {
                assertThat(AggregationPlan.plan(role, roles.reversed()))
                        .as("seed %d", seed)
                        .isEqualTo(AggregationPlan.plan(role, roles));
            }
        });
    }

    /// @return whether anything changed
    private static boolean round(List<ClusterRole> roles) {
        boolean changed = false;
        for (int index = 0; index < roles.size(); index++) {
            Optional<List<PolicyRule>> rules = AggregationPlan.plan(roles.get(index), roles);
            if (rules.isPresent()) {
                roles.set(
                        index,
                        new ClusterRoleBuilder(roles.get(index))
                                .withRules(rules.get())
                                .build());
                changed = true;
            }
        }
        return changed;
    }

    private static List<PolicyRule> expected(ClusterRole role, List<ClusterRole> roles) {
        List<PolicyRule> rules = new ArrayList<>();
        for (ClusterRole other : roles) {
            boolean part = !other.equals(role)
                    && role.getAggregationRule().getClusterRoleSelectors().stream()
                            .anyMatch(selector -> other.getMetadata()
                                    .getLabels()
                                    .entrySet()
                                    .containsAll(selector.getMatchLabels().entrySet()));
            if (part) {
                other.getRules().stream().filter(rule -> !rules.contains(rule)).forEach(rules::add);
            }
        }
        return rules;
    }

    private static List<ClusterRole> draw(RandomGenerator random) {
        List<ClusterRole> roles = new ArrayList<>();
        int count = 1 + random.nextInt(7);
        for (int index = 0; index < count; index++) {
            ClusterRoleBuilder role = new ClusterRoleBuilder()
                    .withNewMetadata()
                    .withName("r" + index)
                    .addToLabels("a", "" + random.nextInt(2))
                    .addToLabels("b", "" + random.nextInt(2))
                    .endMetadata()
                    .withRules(rules(random));
            if (random.nextInt(3) == 0) {
                role.withNewAggregationRule()
                        .withClusterRoleSelectors(selector(random), selector(random))
                        .endAggregationRule();
            }
            roles.add(role.build());
        }
        return roles;
    }

    private static LabelSelector selector(RandomGenerator random) {
        return new LabelSelectorBuilder()
                .addToMatchLabels(random.nextBoolean() ? "a" : "b", "" + random.nextInt(2))
                .build();
    }

    private static List<PolicyRule> rules(RandomGenerator random) {
        List<PolicyRule> rules = new ArrayList<>();
        int count = random.nextInt(3);
        for (int index = 0; index < count; index++) {
            rules.add(new PolicyRuleBuilder()
                    .withApiGroups("")
                    .withResources("r" + random.nextInt(4))
                    .withVerbs("get")
                    .build());
        }
        return rules;
    }
}
