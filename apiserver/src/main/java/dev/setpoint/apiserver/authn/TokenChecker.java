package dev.setpoint.apiserver.authn;

import dev.setpoint.apiserver.authn.TokenClaims.Bound;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.store.Snapshot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Says whose token it is. A token is good as long as it has not expired, and its account and whatever else
/// it is bound to are there: the same objects, not others of the same names. So deleting a pod, a secret or
/// an account revokes. Tokens that an administrator wrote down are good for every audience.
public final class TokenChecker {
    /// How long a token outlives the end of what it is bound to, so that what shuts down can say good-bye.
    private static final Duration LEEWAY = Duration.ofSeconds(60);

    private static final String INVALID = "invalid bearer token";

    private final ServiceAccountTokens tokens;
    private final StaticTokens written;
    private final Supplier<Snapshot> newest;
    private final Env env;

    /// How a check ended.
    public sealed interface Outcome {
        /// @param audiences those that were wanted and that the token has
        /// @param until when it expires
        record Good(User user, List<String> audiences, Instant until) implements Outcome {}

        record Bad(String why) implements Outcome {}
    }

    public TokenChecker(ServiceAccountTokens tokens, StaticTokens written, Supplier<Snapshot> newest, Env env) {
        this.tokens = tokens;
        this.written = written;
        this.newest = newest;
        this.env = env;
    }

    /// Whom a token must address to be good here.
    public List<String> ownAudiences() {
        return List.of(ServiceAccountTokens.ISSUER);
    }

    public Outcome check(String token, List<String> audiences) {
        Optional<User> known = written.find(token);
        if (known.isPresent()) {
            return new Outcome.Good(known.get(), audiences, Instant.MAX);
        }
        Optional<TokenClaims> read = tokens.read(token);
        if (read.isEmpty()) {
            return new Outcome.Bad(INVALID);
        }
        TokenClaims claims = read.get();
        List<String> common =
                audiences.stream().filter(claims.audiences()::contains).toList();
        if (common.isEmpty()) {
            return new Outcome.Bad("[" + INVALID + ", token audiences " + shown(claims.audiences())
                    + " is invalid for the target audiences " + shown(audiences) + "]");
        }
        Instant now = env.wallTime();
        if (now.isBefore(claims.issued())) {
            return new Outcome.Bad("[" + INVALID + ", service account token is not valid yet]");
        }
        if (!now.isBefore(claims.expires())) {
            return new Outcome.Bad("[" + INVALID + ", service account token has expired]");
        }
        Snapshot snapshot = newest.get();
        boolean alive = lives(
                        snapshot,
                        new Key(
                                "serviceaccounts",
                                claims.namespace(),
                                claims.account().name()),
                        claims.account(),
                        now)
                && lives(snapshot, "pods", claims.namespace(), claims.pod(), now)
                // The node of a pod is told, not relied on: its token goes when the pod goes.
                && (claims.pod().isPresent() || lives(snapshot, "nodes", "", claims.node(), now))
                && lives(snapshot, "secrets", claims.namespace(), claims.secret(), now)
                && (!claims.id().isEmpty() || holds(snapshot, claims, token));
        return alive
                ? new Outcome.Good(user(claims), common, claims.expires())
                : new Outcome.Bad("[" + INVALID + ", service account token has been invalidated]");
    }

    private static boolean lives(
            Snapshot snapshot, String resource, String namespace, Optional<Bound> bound, Instant now) {
        return bound.isEmpty()
                || lives(snapshot, new Key(resource, namespace, bound.get().name()), bound.get(), now);
    }

    private static boolean lives(Snapshot snapshot, Key key, Bound bound, Instant now) {
        Optional<Stored> found = snapshot.find(key);
        if (found.isEmpty()) {
            return false;
        }
        Stored object = found.get();
        boolean same =
                bound.uid().isEmpty() || bound.uid().equals(object.header().uid());
        return same && (!object.header().deleting() || now.isBefore(end(object).plus(LEEWAY)));
    }

    private static Instant end(Stored object) {
        JsonObject metadata = CompactReader.object(object.filled()).child("metadata");
        return Timestamps.parse(metadata.textOr("deletionTimestamp", "")).orElse(Instant.EPOCH);
    }

    /// A legacy token is good only while its Secret holds it.
    private static boolean holds(Snapshot snapshot, TokenClaims claims, String token) {
        String encoded = Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8));
        return claims.secret()
                .flatMap(secret -> snapshot.find(new Key("secrets", claims.namespace(), secret.name())))
                .map(secret ->
                        CompactReader.object(secret.filled()).child("data").textOr("token", ""))
                .filter(encoded::equals)
                .isPresent();
    }

    private static User user(TokenClaims claims) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        if (!claims.id().isEmpty()) {
            extra.put("authentication.kubernetes.io/credential-id", List.of("JTI=" + claims.id()));
        }
        claims.node().ifPresent(node -> {
            extra.put("authentication.kubernetes.io/node-name", List.of(node.name()));
            if (!node.uid().isEmpty()) {
                extra.put("authentication.kubernetes.io/node-uid", List.of(node.uid()));
            }
        });
        claims.pod().ifPresent(pod -> {
            extra.put("authentication.kubernetes.io/pod-name", List.of(pod.name()));
            extra.put("authentication.kubernetes.io/pod-uid", List.of(pod.uid()));
        });
        return User.serviceAccount(
                claims.namespace(), claims.account().name(), claims.account().uid(), extra);
    }

    private static String shown(List<String> audiences) {
        return audiences.stream().map(audience -> '"' + audience + '"').toList().toString();
    }
}
