package dev.setpoint.controllers.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AggregationControllerTest {
    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality,
                (_, as) -> List.of(AggregationController.of(as.account("clusterrole-aggregation-controller"))));
    }

    @ParameterizedTest
    @EnumSource
    void anAggregatedRoleHasTheRulesOfThoseItSelects(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(aggregating("all", "to-all"));
            world.create(role("b", "to-all", "pods"));
            world.create(role("a", "to-all", "secrets"));
            world.create(role("c", "to-none", "nodes"));
            world.settle();
            assertThat(resources(world, "all")).containsExactly("secrets", "pods");
            world.objects(ClusterRole.class).delete(ObjectKey.cluster("a"), DeleteOptions.DEFAULT);
            world.settle();
            assertThat(resources(world, "all")).containsExactly("pods");
            world.assertQuiet();
        }
    }

    /// As `admin` takes in `edit`, which takes in `view`.
    @ParameterizedTest
    @EnumSource
    void aggregationGoesThroughAnAggregatedRole(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(aggregating("outer", "to-outer"));
            ClusterRole inner = aggregating("inner", "to-inner")
                    .edit()
                    .editMetadata()
                    .addToLabels("to-outer", "true")
                    .endMetadata()
                    .build();
            world.create(inner);
            world.create(role("leaf", "to-inner", "pods"));
            world.settle();
            assertThat(resources(world, "outer")).containsExactly("pods");
            world.assertQuiet();
        }
    }

    private static List<String> resources(LoopWorld world, String name) {
        return world.objects(ClusterRole.class).get(ObjectKey.cluster(name)).getRules().stream()
                .map(PolicyRule::getResources)
                .flatMap(List::stream)
                .toList();
    }

    private static ClusterRole aggregating(String name, String label) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewAggregationRule()
                .addNewClusterRoleSelector()
                .addToMatchLabels(label, "true")
                .endClusterRoleSelector()
                .endAggregationRule()
                .build();
    }

    private static ClusterRole role(String name, String label, String resource) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(label, "true")
                .endMetadata()
                .addNewRule()
                .withApiGroups("")
                .withResources(resource)
                .withVerbs("get")
                .endRule()
                .build();
    }
}
