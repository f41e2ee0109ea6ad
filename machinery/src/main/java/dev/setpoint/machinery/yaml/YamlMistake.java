package dev.setpoint.machinery.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.ScannerException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Says in the words of libyaml, which Kubernetes' users know, what the parser found wrong.
///
/// Both parsers descend from one design, so that their findings correspond. The line is libyaml's too: one less when
/// the parser rather than the scanner complains, and none when that would be 0.
final class YamlMistake {
    /// How a finding begins here, and what it is there. Where a finding is worded alike it needs no entry.
    private static final Map<String, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put("expected the node content", "did not find expected node content");
        WORDS.put("expected ',' or ']'", "did not find expected ',' or ']'");
        WORDS.put("expected ',' or '}'", "did not find expected ',' or '}'");
        WORDS.put("expected '<document start>'", "did not find expected <document start>");
        WORDS.put("mapping values are not allowed here", "mapping values are not allowed in this context");
        WORDS.put("sequence entries are not allowed here", "block sequence entries are not allowed in this context");
        WORDS.put("found character", "found character that cannot start any token");
        WORDS.put("found undefined alias", "unknown anchor referenced");
    }

    private YamlMistake() {}

    static String describe(YamlEngineException failure) {
        return switch (failure) {
            case ReaderException _ -> "yaml: control characters are not allowed";
            case MarkedYamlEngineException marked -> "yaml: " + where(marked) + what(marked);
            default ->
                "yaml: "
                        + String.valueOf(failure.getMessage())
                                .lines()
                                .findFirst()
                                .orElse("");
        };
    }

    private static String where(MarkedYamlEngineException failure) {
        int line = failure.getProblemMark().map(Mark::getLine).orElse(0);
        boolean midLine = failure.getProblemMark().map(Mark::getColumn).orElse(0) > 0;
        boolean atEnd = failure.getProblem().contains("<stream end>") && midLine; // libyaml ends a text with a line.
        if (atEnd || (line != 0 && failure instanceof ScannerException)) {
            line++;
        }
        if (line == 0) {
            line = failure.getContextMark().map(Mark::getLine).orElse(0);
        }
        return line == 0 ? "" : "line " + line + ": ";
    }

    private static String what(MarkedYamlEngineException failure) {
        String problem = failure.getProblem();
        if (problem.startsWith("expected <block end>")) {
            boolean mapping = String.valueOf(failure.getContext()).contains("mapping");
            return mapping ? "did not find expected key" : "did not find expected '-' indicator";
        }
        for (Map.Entry<String, String> word : WORDS.entrySet()) {
            if (problem.startsWith(word.getKey())) {
                return word.getValue();
            }
        }
        return problem;
    }
}
