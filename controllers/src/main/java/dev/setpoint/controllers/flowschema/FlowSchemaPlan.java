package dev.setpoint.controllers.flowschema;

import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchemaBuilder;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchemaCondition;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchemaConditionBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The condition that a schema should have.
final class FlowSchemaPlan {
    private static final String DANGLING = "Dangling";

    private FlowSchemaPlan() {}

    /// The priority level that the schema names.
    static String level(FlowSchema schema) {
        return schema.getSpec() == null || schema.getSpec().getPriorityLevelConfiguration() == null
                ? ""
                : schema.getSpec().getPriorityLevelConfiguration().getName();
    }

    /// The schema with its new status, or empty when it is right already.
    ///
    /// @param now when the condition changes, if it does
    static Optional<FlowSchema> plan(FlowSchema schema, boolean levelExists, String now) {
        String subject =
                "This FlowSchema references the PriorityLevelConfiguration object named \"" + level(schema) + "\" ";
        FlowSchemaCondition wanted = new FlowSchemaConditionBuilder()
                .withType(DANGLING)
                .withStatus(levelExists ? "False" : "True")
                .withReason(levelExists ? "Found" : "NotFound")
                .withMessage(subject + (levelExists ? "and it exists" : "but there is no such object"))
                .withLastTransitionTime(now)
                .build();
        List<FlowSchemaCondition> present =
                schema.getStatus() == null ? List.of() : schema.getStatus().getConditions();
        Optional<FlowSchemaCondition> before = present.stream()
                .filter(condition -> DANGLING.equals(condition.getType()))
                .findFirst();
        if (before.isPresent() && sameVerdict(before.get(), wanted)) {
            if (wanted.getMessage().equals(before.get().getMessage())) {
                return Optional.empty();
            }
            wanted.setLastTransitionTime(before.get().getLastTransitionTime());
        }
        List<FlowSchemaCondition> conditions = Stream.concat(
                        present.stream().filter(condition -> !DANGLING.equals(condition.getType())), Stream.of(wanted))
                .toList();
        return Optional.of(new FlowSchemaBuilder(schema)
                .withNewStatus()
                .withConditions(conditions)
                .endStatus()
                .build());
    }

    private static boolean sameVerdict(FlowSchemaCondition before, FlowSchemaCondition wanted) {
        return wanted.getStatus().equals(before.getStatus())
                && wanted.getReason().equals(before.getReason());
    }
}
