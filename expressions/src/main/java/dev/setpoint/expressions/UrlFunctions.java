package dev.setpoint.expressions;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// URLs and their parts.
final class UrlFunctions {
    private static final CelType URL = OpaqueType.create("kubernetes.URL");
    private static final List<CelType> TEXT = List.of(SimpleType.STRING);
    private static final List<Class<?>> OF_TEXT = List.of(String.class);

    static final Library LIBRARY = new Library()
            .global("isURL", SimpleType.BOOL, TEXT, OF_TEXT, given -> parse((String) given[0]) != null)
            .global("url", URL, TEXT, OF_TEXT, given -> required((String) given[0]))
            .member(
                    "getScheme",
                    SimpleType.STRING,
                    List.of(URL),
                    List.of(URI.class),
                    given -> or(uri(given).getScheme()))
            .member("getHost", SimpleType.STRING, List.of(URL), List.of(URI.class), given -> host(uri(given)))
            .member(
                    "getHostname",
                    SimpleType.STRING,
                    List.of(URL),
                    List.of(URI.class),
                    given -> or(uri(given).getHost()).replaceAll("^\\[|]$", ""))
            .member(
                    "getPort",
                    SimpleType.STRING,
                    List.of(URL),
                    List.of(URI.class),
                    given -> uri(given).getPort() < 0
                            ? ""
                            : Integer.toString(uri(given).getPort()))
            .member(
                    "getEscapedPath",
                    SimpleType.STRING,
                    List.of(URL),
                    List.of(URI.class),
                    given -> or(uri(given).getRawPath()))
            .member(
                    "getQuery",
                    MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
                    List.of(URL),
                    List.of(URI.class),
                    given -> query(or(uri(given).getRawQuery())));

    private UrlFunctions() {}

    private static URI uri(Object[] given) {
        return (URI) given[0];
    }

    private static String or(@Nullable String part) {
        return Objects.requireNonNullElse(part, "");
    }

    private static String host(URI uri) {
        return or(uri.getHost()) + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    private static @Nullable URI parse(String text) {
        try {
            URI uri = new URI(text);
            return uri.isAbsolute() || text.startsWith("/") ? uri : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }

    private static URI required(String text) throws CelEvaluationException {
        URI uri = parse(text);
        if (uri == null) {
            throw Library.failure("URL parse error during conversion from string: " + text);
        }
        return uri;
    }

    private static Map<String, List<String>> query(String raw) {
        Map<String, List<String>> query = new TreeMap<>();
        for (String pair : raw.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                query.computeIfAbsent(decoded(name), _ -> new ArrayList<>())
                        .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
