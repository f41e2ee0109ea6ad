package dev.setpoint.simulation;

import dev.setpoint.base.value.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Tells why writing does not end: whether states come back, and who brings them back, or whether each is new.
public final class Restlessness {
    private static final int COMES_BACK = 3;

    private Restlessness() {}

    /// @param writes those of a system that should have been quiet
    public static Finding explain(List<Write> writes) {
        Map<Key, List<Write>> byObject = new LinkedHashMap<>();
        writes.forEach(write ->
                byObject.computeIfAbsent(write.key(), _ -> new ArrayList<>()).add(write));
        List<Write> most = byObject.values().stream()
                .max((one, other) -> Integer.compare(one.size(), other.size()))
                .orElse(List.of());
        if (most.isEmpty()) {
            return new Finding(Oracle.RESTS, "loops run without end and write nothing");
        }
        Set<String> writers = new TreeSet<>();
        most.forEach(write -> writers.add(write.who()));
        Key key = most.getFirst().key();
        Map<Map<String, String>, Integer> states = new LinkedHashMap<>();
        most.forEach(write -> states.merge(state(write), 1, Integer::sum));
        List<Map<String, String>> back = states.entrySet().stream()
                .filter(entry -> entry.getValue() >= COMES_BACK)
                .map(Map.Entry::getKey)
                .toList();
        if (back.size() >= 2) {
            return new Finding(
                    Oracle.STEADY,
                    key + " goes to and fro: " + turns(writers) + ", and "
                            + Normal.difference(back.get(0), back.get(1)));
        }
        Map<String, String> last = state(most.getLast());
        Map<String, String> before = most.size() > 1 ? state(most.get(most.size() - 2)) : Map.of();
        return new Finding(
                Oracle.RESTS,
                key + " is written without end by " + String.join(" and ", writers) + ", and "
                        + Normal.difference(before, last));
    }

    private static String turns(Set<String> writers) {
        String all = String.join(" and ", writers);
        return writers.size() == 1 ? all + " undoes what it did" : all + " write it in turn";
    }

    private static Map<String, String> state(Write write) {
        return write.after().map(Normal::exact).orElse(Map.of());
    }
}
