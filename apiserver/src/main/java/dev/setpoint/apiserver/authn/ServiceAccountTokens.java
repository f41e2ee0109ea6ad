package dev.setpoint.apiserver.authn;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.setpoint.apiserver.authn.TokenClaims.Bound;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.text.ParseException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Signs the tokens of service accounts, and reads those that were signed here. Whether what they speak of
/// is still there is not known here: see [TokenChecker].
public final class ServiceAccountTokens {
    /// Under which pods reach the API server; it is also the audience of a token for the API server itself.
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final String LEGACY_ISSUER = "kubernetes/serviceaccount";
    private static final String LEGACY = LEGACY_ISSUER + "/";
    private static final String PRIVATE = "kubernetes.io";

    /// More than there are clients at a time; when there are, their tokens are checked anew.
    private static final int MOST_VERIFIED = 1_000;

    private final Supplier<SigningKeys> keys;
    /// What was signed here, and what it says. Only looked up, never walked.
    private final Map<String, TokenClaims> verified = new ConcurrentHashMap<>();
    private volatile @Nullable Tools tools;

    /// @param keys asked for when something is signed or checked for the first time; those of service accounts are
    ///     on the curve P-256
    public ServiceAccountTokens(Supplier<SigningKeys> keys) {
        this.keys = keys;
    }

    private record Tools(ECKey key, ECDSASigner signer, ECDSAVerifier verifier) {
        static Tools of(SigningKeys keys) {
            ECPublicKey publicKey = (ECPublicKey) keys.serviceAccounts().getPublic();
            ECKey key = new ECKey.Builder(Curve.P_256, publicKey)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.ES256)
                    .keyID(keyId(publicKey))
                    .build();
            try {
                ECDSASigner signer =
                        new ECDSASigner((ECPrivateKey) keys.serviceAccounts().getPrivate());
                signer.getJCAContext().setSecureRandom(keys.random());
                return new Tools(key, signer, new ECDSAVerifier(publicKey));
            } catch (JOSEException e) {
                throw new IllegalArgumentException("the keys of service accounts are not on P-256", e);
            }
        }
    }

    /// Made by each of those who ask for it at once, and alike.
    private Tools tools() {
        Tools made = tools;
        if (made == null) {
            made = Tools.of(keys.get());
            tools = made;
        }
        return made;
    }

    public String sign(TokenClaims claims) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("namespace", claims.namespace());
        claims.node().ifPresent(node -> about.put("node", reference(node)));
        claims.pod().ifPresent(pod -> about.put("pod", reference(pod)));
        claims.secret().ifPresent(secret -> about.put("secret", reference(secret)));
        about.put("serviceaccount", reference(claims.account()));
        claims.warnAfter().ifPresent(time -> about.put("warnafter", time.getEpochSecond()));
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("aud", claims.audiences());
        token.put("exp", claims.expires().getEpochSecond());
        token.put("iat", claims.issued().getEpochSecond());
        token.put("iss", ISSUER);
        token.put("jti", claims.id());
        token.put(PRIVATE, about);
        token.put("nbf", claims.issued().getEpochSecond());
        token.put("sub", subject(claims.namespace(), claims.account().name()));
        return sign(token);
    }

    /// A token without end, which lives in a Secret and dies with it.
    public String signLegacy(String namespace, String secret, Bound account) {
        Map<String, Object> token = new LinkedHashMap<>();
        token.put("iss", LEGACY_ISSUER);
        token.put(LEGACY + "namespace", namespace);
        token.put(LEGACY + "secret.name", secret);
        token.put(LEGACY + "service-account.name", account.name());
        token.put(LEGACY + "service-account.uid", account.uid());
        token.put("sub", subject(namespace, account.name()));
        return sign(token);
    }

    /// Empty unless it was signed here. A client shows the same token with each request, and checking a
    /// signature takes longer than answering: what was good once is remembered. Whether it is still good is
    /// for the caller to find out.
    Optional<TokenClaims> read(String token) {
        TokenClaims known = verified.get(token);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<TokenClaims> read = verify(token);
        read.ifPresent(claims -> {
            if (verified.size() >= MOST_VERIFIED) {
                verified.clear();
            }
            verified.put(token, claims);
        });
        return read;
    }

    private Optional<TokenClaims> verify(String token) {
        try {
            SignedJWT signed = SignedJWT.parse(token);
            if (!signed.verify(tools().verifier())) {
                return Optional.empty();
            }
            JWTClaimsSet claims = signed.getJWTClaimsSet();
            String issuer = claims.getIssuer() == null ? "" : claims.getIssuer();
            Optional<TokenClaims> read = switch (issuer) {
                case ISSUER -> bound(claims);
                case LEGACY_ISSUER -> legacy(claims);
                default -> Optional.empty();
            };
            return read.filter(
                    found -> subject(found.namespace(), found.account().name()).equals(claims.getSubject()));
        } catch (ParseException | JOSEException e) {
            return Optional.empty();
        }
    }

    /// What others check tokens with.
    public JsonObject publicKeys() {
        JsonObject json =
                JsonReader.object(tools().key().toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8));
        return new JsonObject().put("keys", JsonArray.of(json));
    }

    private String sign(Map<String, Object> claims) {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(JOSEObjectType.JWT)
                .keyID(tools().key().getKeyID())
                .build();
        JWSObject token = new JWSObject(header, new Payload(claims));
        try {
            token.sign(tools().signer());
        } catch (JOSEException e) {
            throw new IllegalStateException(e); // The key was found good when this was made.
        }
        return token.serialize();
    }

    private static Optional<TokenClaims> bound(JWTClaimsSet claims) throws ParseException {
        Map<String, Object> about = claims.getJSONObjectClaim(PRIVATE);
        if (about == null || claims.getExpirationTime() == null || claims.getNotBeforeTime() == null) {
            return Optional.empty();
        }
        Optional<Bound> account = reference(about.get("serviceaccount"));
        return account.map(found -> new TokenClaims(
                claims.getJWTID() == null ? "" : claims.getJWTID(),
                text(about.get("namespace")),
                found,
                List.copyOf(claims.getAudience()),
                claims.getNotBeforeTime().toInstant(),
                claims.getExpirationTime().toInstant(),
                about.get("warnafter") instanceof Number seconds
                        ? Optional.of(Instant.ofEpochSecond(seconds.longValue()))
                        : Optional.empty(),
                reference(about.get("pod")),
                reference(about.get("secret")),
                reference(about.get("node"))));
    }

    private static Optional<TokenClaims> legacy(JWTClaimsSet claims) throws ParseException {
        String secret = text(claims.getStringClaim(LEGACY + "secret.name"));
        Bound account = new Bound(
                text(claims.getStringClaim(LEGACY + "service-account.name")),
                text(claims.getStringClaim(LEGACY + "service-account.uid")));
        return Optional.of(new TokenClaims(
                "",
                text(claims.getStringClaim(LEGACY + "namespace")),
                account,
                List.of(ISSUER),
                Instant.EPOCH,
                Instant.MAX,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Bound(secret, "")),
                Optional.empty()));
    }

    private static Map<String, Object> reference(Bound object) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", object.name());
        json.put("uid", object.uid());
        return json;
    }

    private static Optional<Bound> reference(@Nullable Object claim) {
        return claim instanceof Map<?, ?> json
                ? Optional.of(new Bound(text(json.get("name")), text(json.get("uid"))))
                : Optional.empty();
    }

    private static String text(@Nullable Object claim) {
        return claim instanceof String text ? text : "";
    }

    private static String subject(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    /// The same for the same key, wherever it is used.
    private static String keyId(ECPublicKey key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getEncoded());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JDK has it.
        }
    }
}
