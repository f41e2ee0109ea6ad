package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.NodeInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Why no node will do: what each of them was turned down for, as people read it in conditions and events.
///
///     0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu. preemption: ...
///
/// @param nodes how many there are
/// @param rejected those that were looked at
/// @param others why the rest was not even looked at; empty text when there is no rest
/// @param everywhere why no node was looked at; empty text when some were
/// @param plugins who turned nodes down
public record Diagnosis(
        int nodes, Map<NodeInfo, Rejection> rejected, String others, String everywhere, Set<Plugin> plugins) {
    private static final String PREEMPTION_USELESS = "Preemption is not helpful for scheduling";

    static Diagnosis of(int nodes, Map<NodeInfo, Rejection> rejected) {
        return new Diagnosis(nodes, rejected, "", "", plugins(rejected));
    }

    /// The plugin left only some nodes to be looked at.
    static Diagnosis within(int nodes, Map<NodeInfo, Rejection> rejected, Plugin plugin) {
        Set<Plugin> plugins = plugins(rejected);
        plugins.add(plugin);
        String others = "node(s) didn't satisfy plugin(s) [" + plugin.pluginName() + "]";
        return new Diagnosis(nodes, rejected, others, "", plugins);
    }

    /// The plugin can say without looking at any node that none will do.
    static Diagnosis everywhere(int nodes, Plugin plugin, String reason) {
        return new Diagnosis(nodes, Map.of(), "", reason, EnumSet.of(plugin));
    }

    private static Set<Plugin> plugins(Map<NodeInfo, Rejection> rejected) {
        Set<Plugin> plugins = EnumSet.noneOf(Plugin.class);
        rejected.values().forEach(rejection -> plugins.add(rejection.plugin()));
        return plugins;
    }

    /// @param preemption what was tried beyond: a sentence, or empty text
    public String message(String preemption) {
        if (nodes == 0) {
            return "no nodes available to schedule pods";
        }
        String tried = preemption.isEmpty() ? "" : " preemption: " + preemption;
        if (!everywhere.isEmpty()) {
            return available(nodes) + " " + everywhere + "." + tried;
        }
        List<String> reasons = new ArrayList<>();
        rejected.values().forEach(rejection -> reasons.addAll(rejection.reasons()));
        if (!others.isEmpty()) {
            reasons.addAll(Collections.nCopies(nodes - rejected.size(), others));
        }
        return histogram(nodes, reasons) + tried;
    }

    /// What preemption says when no node can be had by it.
    ///
    /// @param tried for each node that it tried, why that is not to be had
    public String preemptionMessage(List<List<String>> tried) {
        List<String> all = new ArrayList<>();
        tried.forEach(all::addAll);
        all.addAll(Collections.nCopies(nodes - tried.size(), PREEMPTION_USELESS));
        return histogram(nodes, all);
    }

    /// The nodes that would do if pods on them gave way.
    public List<NodeInfo> resolvable() {
        List<NodeInfo> resolvable = new ArrayList<>();
        rejected.forEach((node, rejection) -> {
            if (rejection.resolvable()) {
                resolvable.add(node);
            }
        });
        return resolvable;
    }

    private static String histogram(int nodes, List<String> reasons) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        reasons.forEach(reason -> counts.merge(reason, 1, Integer::sum));
        List<String> lines = new ArrayList<>();
        counts.forEach((reason, count) -> lines.add(count + " " + reason));
        Collections.sort(lines);
        return lines.isEmpty() ? available(nodes) : available(nodes) + " " + String.join(", ", lines) + ".";
    }

    private static String available(int nodes) {
        return "0/" + nodes + " nodes are available:";
    }
}
