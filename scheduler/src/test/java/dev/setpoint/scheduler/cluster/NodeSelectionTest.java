package dev.setpoint.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSelectionTest {
    private static final NodeFacts NODE = new NodeFacts(
            "n1", Map.of("zone", "a", "cores", "8", "name", "x"), List.of(), false, Resources.NONE, 0, Map.of());

    @ParameterizedTest
    @CsvSource({
        "zone,   In,           a|b, true",
        "zone,   In,           b,   false",
        "none,   In,           a,   false",
        "zone,   NotIn,        b,   true",
        "zone,   NotIn,        a,   false",
        "none,   NotIn,        a,   true",
        "zone,   Exists,       ,    true",
        "none,   Exists,       ,    false",
        "none,   DoesNotExist, ,    true",
        "zone,   DoesNotExist, ,    false",
        "cores,  Gt,           7,   true",
        "cores,  Gt,           8,   false",
        "cores,  Lt,           9,   true",
        "zone,   Lt,           9,   false",
        "none,   Lt,           9,   false",
        "cores,  Gt,           x,   false",
        "zone,   In,           ,    false",
        "zone,   Like,         a,   false"
    })
    void matchesLabelsByOperator(String key, String operator, @Nullable String values, boolean expected) {
        assertThat(required(term(List.of(requirement(key, operator, values)), List.of()))
                        .accepts(NODE))
                .isEqualTo(expected);
    }

    @Test
    void oneOfTheTermsMustMatchAndAnEmptyOneNeverDoes() {
        NodeSelectorTerm wrong = term(List.of(requirement("zone", "In", "b")), List.of());
        NodeSelectorTerm right = term(List.of(requirement("zone", "In", "a")), List.of());

        assertThat(required(wrong, right).accepts(NODE)).isTrue();
        assertThat(required(wrong).accepts(NODE)).isFalse();
        assertThat(required(term(List.of(), List.of())).accepts(NODE)).isFalse();
        assertThat(required().accepts(NODE)).isFalse();
    }

    @Test
    void fieldsSelectByNameAndNameTheOnlyCandidates() {
        NodeSelection selection = required(
                term(List.of(), List.of(requirement("metadata.name", "In", "n1"))),
                term(List.of(), List.of(requirement("metadata.name", "In", "n2"))));

        assertThat(selection.accepts(NODE)).isTrue();
        assertThat(selection.nodeNames())
                .hasValueSatisfying(names -> assertThat(names).containsExactly("n1", "n2"));
    }

    @Test
    void contradictingFieldsLeaveNoCandidate() {
        NodeSelection selection = required(term(
                List.of(),
                List.of(requirement("metadata.name", "In", "n1"), requirement("metadata.name", "In", "n2"))));

        assertThat(selection.nodeNames())
                .hasValueSatisfying(names -> assertThat(names).isEmpty());
    }

    @Test
    void aTermThatDoesNotNameItsNodesLeavesAllOfThem() {
        NodeSelection selection = required(
                term(List.of(), List.of(requirement("metadata.name", "In", "n1"))),
                term(List.of(requirement("zone", "Exists", null)), List.of()));

        assertThat(selection.nodeNames()).isEmpty();
    }

    @Test
    void theNodeSelectorNeedsEveryLabel() {
        assertThat(selector(Map.of("zone", "a", "cores", "8")).accepts(NODE)).isTrue();
        assertThat(selector(Map.of("zone", "a", "cores", "9")).accepts(NODE)).isFalse();
    }

    private static NodeSelection selector(Map<String, String> labels) {
        return NodeSelection.read(new PodBuilder()
                .withNewSpec()
                .withNodeSelector(labels)
                .endSpec()
                .build()
                .getSpec());
    }

    private static NodeSelection required(NodeSelectorTerm... terms) {
        return NodeSelection.read(new PodBuilder()
                .withNewSpec()
                .withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addToNodeSelectorTerms(terms)
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .endSpec()
                .build()
                .getSpec());
    }

    private static NodeSelectorTerm term(List<NodeSelectorRequirement> labels, List<NodeSelectorRequirement> fields) {
        return new NodeSelectorTerm(labels, fields);
    }

    private static NodeSelectorRequirement requirement(String key, String operator, @Nullable String values) {
        return new NodeSelectorRequirement(key, operator, values == null ? List.of() : List.of(values.split("\\|")));
    }
}
