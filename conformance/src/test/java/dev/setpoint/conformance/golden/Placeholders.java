package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Replaces in texts what no two runs have in common. Equal values get equal numbers, in the order in which a
/// conversation first shows them: `<uid-1>`, `<rv-2>`.
final class Placeholders {
    static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final Pattern TIME =
            Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)");
    private static final Pattern TOKEN = Pattern.compile("eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN [A-Z ]+-----.*?-----END [A-Z ]+-----\\n?", Pattern.DOTALL);
    private static final Pattern SUFFIX = Pattern.compile("[a-z0-9]{5}");
    private static final Pattern HASH = Pattern.compile("[a-z0-9]{4,10}");
    private static final Pattern ACCESS_VOLUME = Pattern.compile("kube-api-access-[a-z0-9]{5}(?![a-z0-9])");
    private static final Pattern YAML_REVISION = Pattern.compile("(resourceVersion: \")(\\d+)(?=\")");
    /// A time that is further away was not made by the clock of a test.
    private static final int DAYS_NEAR = 400;

    private static final Set<String> HASH_KEYS = new TreeSet<>(List.of(
            "pod-template-hash",
            "controller.kubernetes.io/hash",
            "controller-revision-hash",
            "currentRevision",
            "updateRevision",
            "deployment.kubernetes.io/hash"));
    private static final List<Pattern> REVISIONS_IN_TEXT = List.of(
            Pattern.compile("(ResourceVersion in (?:precondition|object meta): )(\\d+)"),
            Pattern.compile("(the ResourceVersion in the precondition \\()(\\d+)"),
            Pattern.compile("(the ResourceVersion in record \\()(\\d+)"),
            Pattern.compile("(resourceVersion\\\\*\":\\\\*\")(\\d+)"));
    private static final Map<Pattern, String> NUMBERS_IN_TEXT = numbersInText();

    private final String namespace;
    private final String source;
    private final Map<String, String> uids = new LinkedHashMap<>();
    private final Map<String, String> revisions = new LinkedHashMap<>();
    private final Map<String, String> generatedNames = new LinkedHashMap<>();
    private final Map<String, String> hashes = new LinkedHashMap<>();
    private final Set<String> prefixes = new LinkedHashSet<>();

    /// @param source the scenario as text: times, uids and ports that stand there are kept
    Placeholders(String namespace, String source) {
        this.namespace = namespace;
        this.source = source;
    }

    private static Map<Pattern, String> numbersInText() {
        Map<Pattern, String> rules = new LinkedHashMap<>();
        rules.put(Pattern.compile("(too old resource version: )(\\d+) \\(\\d+\\)"), "$1<n> (<n>)");
        rules.put(Pattern.compile("(Too large resource version: )(\\d+)(, current: )(\\d+)"), "$1<n>$3<n>");
        rules.put(Pattern.compile("(The range of valid IPs is )[0-9a-f./:]+"), "$1<cidr>");
        rules.put(Pattern.compile("(\\?hash=)[0-9A-F]+"), "$1<hash>");
        return rules;
    }

    Placeholders fresh() {
        return new Placeholders(namespace, source);
    }

    boolean isLiteral(String text) {
        return source.contains(text);
    }

    /// Names that begin like this and go on with five characters are generated.
    void expectGenerated(String prefix) {
        prefixes.add(prefix);
    }

    String revision(String value) {
        return numbered(revisions, value, "rv");
    }

    private static String numbered(Map<String, String> table, String key, String label) {
        return table.computeIfAbsent(key, _ -> "<" + label + "-" + (table.size() + 1) + ">");
    }

    /// Takes note of generated names and hashes, which are replaced wherever they stand.
    void collect(JsonNode node) {
        if (node instanceof ObjectNode object) {
            JsonNode metadata = object.path("metadata");
            collectName(
                    metadata.path("generateName").asText(),
                    metadata.path("name").asText());
            for (String field : new TreeSet<>(names(object))) {
                JsonNode value = object.get(field);
                if (HASH_KEYS.contains(field) && value.isTextual()) {
                    collectHash(value.textValue());
                }
                collect(value);
            }
        } else if (node instanceof ArrayNode array) {
            array.forEach(this::collect);
        }
    }

    private static List<String> names(ObjectNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    private void collectName(String prefix, String name) {
        if (!prefix.isEmpty()
                && name.startsWith(prefix)
                && SUFFIX.matcher(name.substring(prefix.length())).matches()) {
            generated(prefix, name);
        }
    }

    private void generated(String prefix, String name) {
        generatedNames.putIfAbsent(name, prefix + "<suffix-" + (generatedNames.size() + 1) + ">");
    }

    private void collectHash(String value) {
        String hash = value.substring(value.lastIndexOf('-') + 1);
        if (HASH.matcher(hash).matches()) {
            numbered(hashes, hash, "hash");
        }
    }

    String text(String original) {
        String text = replace(UUID, original, found -> isLiteral(found.group()) ? found.group() : uid(found.group()));
        text = replace(TIME, text, this::time);
        text = TOKEN.matcher(text).replaceAll("<token>");
        text = PEM.matcher(text).replaceAll("<pem>");
        text = names(text);
        text = ACCESS_VOLUME.matcher(text).replaceAll("kube-api-access-<suffix>");
        text = text.replace(namespace, "${ns}");
        for (Pattern pattern : REVISIONS_IN_TEXT) {
            text = replace(pattern, text, found -> found.group(1) + revision(found.group(2)));
        }
        for (Map.Entry<Pattern, String> rule : NUMBERS_IN_TEXT.entrySet()) {
            text = rule.getKey().matcher(text).replaceAll(rule.getValue());
        }
        return text;
    }

    /// For bodies that are not JSON.
    String document(String original) {
        return text(replace(YAML_REVISION, original, found -> found.group(1) + revision(found.group(2))));
    }

    private String uid(String value) {
        return numbered(uids, value, "uid");
    }

    private String names(String original) {
        String text = original;
        for (String prefix : prefixes) {
            Pattern.compile(Pattern.quote(prefix) + "[bcdfghjklmnpqrstvwxz2456789]{5}(?![a-z0-9])")
                    .matcher(text)
                    .results()
                    .forEach(found -> generated(prefix, found.group()));
        }
        List<String> longestFirst = generatedNames.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        for (String name : longestFirst) {
            text = text.replace(name, generatedNames.get(name));
        }
        for (Map.Entry<String, String> hash : hashes.entrySet()) {
            if (text.contains(hash.getKey())) {
                text = text.replaceAll("(?<![a-z0-9])" + hash.getKey() + "(?![a-z0-9])", hash.getValue());
            }
        }
        return text;
    }

    private String time(MatchResult found) {
        if (isLiteral(found.group())) {
            return found.group();
        }
        try {
            LocalDate day = LocalDate.of(
                    Integer.parseInt(found.group(1)),
                    Integer.parseInt(found.group(2)),
                    Integer.parseInt(found.group(3)));
            if (Math.abs(ChronoUnit.DAYS.between(day, LocalDate.now(ZoneOffset.UTC))) > DAYS_NEAR) {
                return found.group();
            }
        } catch (DateTimeException e) {
            return found.group();
        }
        return found.group(4) == null ? "<time>" : "<microtime>";
    }

    private static String replace(Pattern pattern, String text, Function<MatchResult, String> replacement) {
        return pattern.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacement.apply(found)));
    }
}
