package dev.setpoint.apiserver.authn;

import dev.setpoint.apiserver.pipeline.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Bearer tokens that an administrator wrote down, in the form that Kubernetes' API server takes them in: a line each
/// of
/// token, user, uid and, in quotes, groups.
///
///     31ada4fd-adec-460c,alice,1001,"system:masters,devs"
///
/// They hold as long as the server runs.
public final class StaticTokens {
    public static final StaticTokens NONE = new StaticTokens(Map.of());

    /// By digest, so that how long a look-up takes tells nothing of a token.
    private final Map<String, User> users;

    private StaticTokens(Map<String, User> users) {
        this.users = users;
    }

    /// @throws IOException when the file cannot be read, or a line is not of the form
    public static StaticTokens read(Path file) throws IOException {
        Map<String, User> users = new LinkedHashMap<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> cells = cells(line);
            if (cells.size() < 3 || cells.get(0).isEmpty() || cells.get(1).isEmpty()) {
                throw new IOException(file + ", line " + number + ": not a token "
                        + "(expected: token,user,uid or token,user,uid,\"group,group\")");
            }
            users.put(digest(cells.get(0)), user(cells));
        }
        return new StaticTokens(users);
    }

    Optional<User> find(String token) {
        return users.isEmpty() ? Optional.empty() : Optional.ofNullable(users.get(digest(token)));
    }

    private static User user(List<String> cells) {
        List<String> groups = new ArrayList<>();
        if (cells.size() > 3) {
            for (String group : cells.get(3).split(",", -1)) {
                if (!group.isBlank()) {
                    groups.add(group.strip());
                }
            }
        }
        groups.add(User.AUTHENTICATED);
        return new User(cells.get(1), cells.get(2), List.copyOf(groups), Map.of());
    }

    /// Splits at commas outside of quotes.
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString().strip());
        return cells;
    }

    private static String digest(String token) {
        try {
            byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JDK has it.
        }
    }

    /// Without the tokens.
    @Override
    public String toString() {
        return users.size() + " static tokens";
    }
}
