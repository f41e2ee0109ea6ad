package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallHeaders;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Lets somebody act as another, if he may: each part of the other's identity is a right of its own.
///
///     Impersonate-User: jane, Impersonate-Group: developers, Impersonate-Extra-Scopes: view
final class Impersonated implements Pipeline {
    private static final String PREFIX = "Impersonate-";
    private static final String USER = "Impersonate-User";
    private static final String UID = "Impersonate-Uid";
    private static final String GROUP = "Impersonate-Group";
    private static final String EXTRA = "impersonate-extra-";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    private final Authorizer authorizer;
    private final Pipeline next;

    Impersonated(Authorizer authorizer, Pipeline next) {
        this.authorizer = authorizer;
        this.next = next;
    }

    /// @throws ApiException when the headers make no sense, or the caller may not
    @Override
    public Answer handle(Call call) {
        if (!call.headers().anyBeginsWith(PREFIX)) {
            return next.handle(call);
        }
        User acting = impersonated(call.user(), call.headers());
        call.life().identified(acting);
        return next.handle(call.by(acting));
    }

    private User impersonated(User caller, CallHeaders headers) {
        String name = headers.first(USER);
        String uid = headers.first(UID);
        List<String> groups = headers.all(GROUP);
        Map<String, List<String>> extra = extra(headers);
        if (name.isEmpty()) {
            if (uid.isEmpty() && groups.isEmpty() && extra.isEmpty()) {
                return caller;
            }
            throw new ApiException(new ApiError.BadRequest(
                    "requested " + shown(uid, groups, extra) + " without impersonating a user name"));
        }
        User wanted = new User(name, uid, groups, extra);
        requireAll(caller, wanted);
        return new User(name, uid, completed(wanted), extra);
    }

    private void requireAll(User caller, User wanted) {
        Optional<User.Account> account = User.account(wanted.name());
        authorizer.require(
                account.isPresent()
                        ? asked(
                                caller,
                                "",
                                "serviceaccounts",
                                "",
                                account.get().namespace(),
                                account.get().name())
                        : asked(caller, "", "users", "", "", wanted.name()));
        if (!wanted.uid().isEmpty()) {
            authorizer.require(asked(caller, AUTHENTICATION, "uids", "", "", wanted.uid()));
        }
        wanted.groups().forEach(group -> authorizer.require(asked(caller, "", "groups", "", "", group)));
        wanted.extra()
                .forEach((key, values) -> values.forEach(
                        value -> authorizer.require(asked(caller, AUTHENTICATION, "userextras", key, "", value))));
    }

    private static Attributes asked(
            User caller, String group, String resource, String subresource, String namespace, String name) {
        return new Attributes.OfResource(caller, "impersonate", group, resource, subresource, namespace, name);
    }

    /// The groups that authentication would have added.
    private static List<String> completed(User wanted) {
        Optional<User.Account> account = User.account(wanted.name());
        if (account.isPresent() && wanted.groups().isEmpty()) {
            return User.serviceAccountGroups(account.get().namespace());
        }
        List<String> groups = new ArrayList<>(wanted.groups());
        boolean told = groups.contains(User.AUTHENTICATED) || groups.contains(User.UNAUTHENTICATED);
        if (!told) {
            boolean nobody = wanted.name().equals(User.ANONYMOUS.name());
            groups.add(nobody ? User.UNAUTHENTICATED : User.AUTHENTICATED);
        }
        return groups;
    }

    private static Map<String, List<String>> extra(CallHeaders headers) {
        Map<String, List<String>> extra = new TreeMap<>();
        headers.forEach((header, value) -> {
            String name = header.toLowerCase(Locale.ROOT);
            if (name.startsWith(EXTRA)) {
                String key = unescaped(name.substring(EXTRA.length()));
                extra.computeIfAbsent(key, _ -> new ArrayList<>()).add(value);
            }
        });
        return extra;
    }

    /// A key may hold characters that a header's name may not, as `%2f`.
    private static String unescaped(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return key;
        }
    }

    /// As Kubernetes shows a user without a name.
    private static String shown(String uid, List<String> groups, Map<String, List<String>> extra) {
        String shownExtra = extra.isEmpty()
                ? "(nil)"
                : extra.entrySet().stream()
                        .map(entry -> '"' + entry.getKey() + "\":[]string" + list(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        return "&user.DefaultInfo{Name:\"\", UID:\"" + uid + "\", Groups:[]string"
                + (groups.isEmpty() ? "(nil)" : list(groups)) + ", Extra:map[string][]string" + shownExtra + "}";
    }

    private static String list(List<String> values) {
        return values.stream().map(value -> '"' + value + '"').collect(Collectors.joining(", ", "{", "}"));
    }
}
