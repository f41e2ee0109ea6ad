package dev.setpoint.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.PatchStrategy;
import dev.setpoint.machinery.schema.Presence;
import dev.setpoint.machinery.schema.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class FactsTest {
    @Test
    void knowsTheRulesOfTypesAndFields() {
        MergeFacts facts = new MergeFacts();

        assertThat(facts.type("meta.v1.LabelSelector")).isEqualTo(Merge.ATOMIC);
        assertThat(facts.type("core.v1.PodSpec")).isEqualTo(Merge.GRANULAR);
        assertThat(facts.field("core.v1.PodSpec", "containers", Merge.ATOMIC))
                .isEqualTo(Merge.keyed("name").withPatch(List.of(PatchStrategy.MERGE), "name"));
        assertThat(facts.field("core.v1.PodSpec", "tolerations", Merge.ATOMIC)).isEqualTo(Merge.ATOMIC);
    }

    @Test
    void leavesTheTopologyAloneWhereOnlyPatchesAreSpecial() {
        assertThat(new MergeFacts().field("apps.v1.DeploymentSpec", "strategy", Merge.GRANULAR))
                .isEqualTo(Merge.GRANULAR.withPatch(List.of(PatchStrategy.RETAIN_KEYS), ""));
    }

    @Test
    void complainsOfRulesThatNobodyAskedFor() {
        MergeFacts facts = new MergeFacts();

        assertThatThrownBy(facts::requireAllUsed)
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("core.v1.PodSpec containers");
    }

    @Test
    void knowsWhenFieldsAppear() {
        FieldFacts facts = new FieldFacts();

        assertThat(facts.presence("apps.v1.DeploymentSpec", "replicas", Shape.INTEGER))
                .isEqualTo(Presence.IF_SET);
        assertThat(facts.presence("apps.v1.DeploymentSpec", "paused", Shape.BOOLEAN))
                .isEqualTo(Presence.IF_NOT_EMPTY);
        assertThat(facts.presence("apps.v1.DeploymentSpec", "selector", Shape.STRUCT))
                .isEqualTo(Presence.OR_NULL);
        assertThat(facts.presence("apps.v1.DeploymentSpec", "template", Shape.STRUCT))
                .isEqualTo(Presence.ALWAYS);
        assertThat(facts.presence("core.v1.Secret", "data", Shape.MAP)).isEqualTo(Presence.IF_NOT_EMPTY);
        assertThat(facts.fallback("core.v1.ServicePort", "protocol")).isEqualTo(JsonValue.of("TCP"));
    }
}
