package dev.setpoint.apiserver.crd;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.text.Quoted;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.apiextensions.Approval;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions.Condition;
import dev.setpoint.resources.structural.Structural;
import dev.setpoint.resources.structural.Structurality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides which of the names that a definition asks for it gets, and whether it is established. Pure: the same
/// definitions give the same status, whoever asks and however often.
///
/// Names belong to whoever had them accepted first; the others of the group wait, and get them when they are free.
final class Acceptance {
    private final JsonObject definition;
    private final String now;
    private final Set<String> resourcesInUse = new HashSet<>();
    private final Set<String> kindsInUse = new HashSet<>();
    private Condition names =
            new Condition(DefinitionConditions.NAMES_ACCEPTED, "True", "NoConflicts", "no conflicts found");

    private Acceptance(JsonObject definition, List<JsonObject> group, String now) {
        this.definition = definition;
        this.now = now;
        for (JsonObject other : group) {
            if (other.at("status", "acceptedNames") instanceof JsonObject accepted) {
                resourcesInUse.add(accepted.textOr("plural", ""));
                resourcesInUse.add(accepted.textOr("singular", ""));
                resourcesInUse.addAll(Fields.texts(accepted, "shortNames"));
                kindsInUse.add(accepted.textOr("kind", ""));
                kindsInUse.add(accepted.textOr("listKind", ""));
            }
        }
    }

    /// Brings the status of a definition up to date, in place.
    ///
    /// @param group every definition of the same group, this one among them or not
    /// @param now for conditions that change
    static void apply(JsonObject definition, List<JsonObject> group, String now) {
        Acceptance acceptance = new Acceptance(definition, group, now);
        acceptance.names();
        acceptance.established();
        acceptance.structural();
        acceptance.approval();
    }

    private void names() {
        JsonObject wanted = definition.child("spec").child("names");
        JsonObject accepted = definition.child("status").child("acceptedNames");
        name("plural", "PluralConflict", resourcesInUse, wanted, accepted);
        name("singular", "SingularConflict", resourcesInUse, wanted, accepted);
        shortNames(wanted, accepted);
        name("kind", "KindConflict", kindsInUse, wanted, accepted);
        name("listKind", "ListKindConflict", kindsInUse, wanted, accepted);
        copy("categories", wanted, accepted);
        DefinitionConditions.set(definition, names, now);
    }

    private void name(String field, String reason, Set<String> inUse, JsonObject wanted, JsonObject accepted) {
        String name = wanted.textOr(field, "");
        if (!name.equals(accepted.textOr(field, "")) && inUse.contains(name)) {
            refuse(reason, taken(name));
        } else {
            accepted.put(field, name);
        }
    }

    private void shortNames(JsonObject wanted, JsonObject accepted) {
        List<String> own = Fields.texts(accepted, "shortNames");
        List<String> conflicts = Fields.texts(wanted, "shortNames").stream()
                .filter(name -> !own.contains(name) && resourcesInUse.contains(name))
                .map(Acceptance::taken)
                .distinct()
                .toList();
        if (conflicts.isEmpty()) {
            copy("shortNames", wanted, accepted);
        } else {
            refuse(
                    "ShortNamesConflict",
                    conflicts.size() == 1 ? conflicts.getFirst() : "[" + String.join(", ", conflicts) + "]");
        }
    }

    private static void copy(String field, JsonObject wanted, JsonObject accepted) {
        List<String> texts = Fields.texts(wanted, field);
        if (texts.isEmpty()) {
            accepted.remove(field);
        } else {
            accepted.put(field, JsonArray.ofTexts(texts));
        }
    }

    private void refuse(String reason, String message) {
        names = new Condition(DefinitionConditions.NAMES_ACCEPTED, "False", reason, message);
    }

    private static String taken(String name) {
        return Quoted.of(name) + " is already in use";
    }

    /// Once established, always established.
    private void established() {
        if (DefinitionConditions.isTrue(definition, DefinitionConditions.ESTABLISHED)) {
            return;
        }
        boolean accepted = names.status().equals("True");
        DefinitionConditions.set(
                definition,
                accepted
                        ? new Condition(
                                DefinitionConditions.ESTABLISHED,
                                "True",
                                "InitialNamesAccepted",
                                "the initial names have been accepted")
                        : new Condition(
                                DefinitionConditions.ESTABLISHED, "False", "NotAccepted", "not all names are accepted"),
                now);
    }

    /// A schema that was accepted when less was asked of schemas says so.
    private void structural() {
        List<String> violations = new ArrayList<>();
        List<JsonObject> versions = Fields.objects(definition.child("spec"), "versions");
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i).at("schema", "openAPIV3Schema") instanceof JsonObject schema) {
                FieldPath path = FieldPath.of("spec")
                        .child("versions")
                        .index(i)
                        .child("schema")
                        .child("openAPIV3Schema");
                Structurality.violations(path, Structural.of(schema)).stream()
                        .map(FieldError::toString)
                        .forEach(violations::add);
            }
        }
        if (violations.isEmpty()) {
            DefinitionConditions.remove(definition, DefinitionConditions.NON_STRUCTURAL);
        } else {
            String message = violations.stream().collect(Collectors.joining(", ", "[", "]"));
            DefinitionConditions.set(
                    definition,
                    new Condition(
                            DefinitionConditions.NON_STRUCTURAL,
                            "True",
                            "Violations",
                            violations.size() == 1 ? violations.getFirst() : message),
                    now);
        }
    }

    private void approval() {
        String group = definition.child("spec").textOr("group", "");
        if (!Approval.protectedGroup(group)) {
            DefinitionConditions.remove(definition, DefinitionConditions.APPROVAL);
            return;
        }
        Approval.Finding finding = Approval.find(definition);
        Condition condition = switch (finding.state()) {
            case INVALID -> new Condition(DefinitionConditions.APPROVAL, "False", "InvalidAnnotation", finding.why());
            case MISSING -> new Condition(DefinitionConditions.APPROVAL, "False", "MissingAnnotation", finding.why());
            case APPROVED -> new Condition(DefinitionConditions.APPROVAL, "True", "ApprovedAnnotation", finding.why());
            case BYPASSED ->
                new Condition(DefinitionConditions.APPROVAL, "False", "UnapprovedAnnotation", finding.why());
        };
        DefinitionConditions.set(definition, condition, now);
    }
}
