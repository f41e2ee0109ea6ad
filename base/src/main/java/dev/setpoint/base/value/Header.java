package dev.setpoint.base.value;

import java.util.List;
import java.util.Map;

/// What selectors, indexes and predicates ask of an object, extracted once when it is written or loaded.
///
/// `fields` holds the selectable fields of the kind beyond name and namespace (`spec.nodeName`,
/// `status.phase`), always all of them, empty text where the object has none. Maps and lists are immutable
/// and keep a defined order.
public record Header(
        String uid,
        long generation,
        Map<String, String> labels,
        Map<String, String> fields,
        List<Owner> owners,
        List<String> finalizers,
        boolean deleting) {
    public static final Header EMPTY = new Header("", 0, Map.of(), Map.of(), List.of(), List.of(), false);
}
