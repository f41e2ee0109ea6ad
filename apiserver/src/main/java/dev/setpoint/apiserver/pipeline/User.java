package dev.setpoint.apiserver.pipeline;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who asks, as authentication found it.
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    public static final String MASTERS = "system:masters";

    public static final String AUTHENTICATED = "system:authenticated";
    public static final String UNAUTHENTICATED = "system:unauthenticated";
    public static final String SERVICE_ACCOUNTS = "system:serviceaccounts";
    public static final String NODES = "system:nodes";

    /// A caller that shows neither a certificate nor a token.
    public static final User ANONYMOUS = of("system:anonymous", UNAUTHENTICATED);

    /// The API server itself.
    public static final User API_SERVER = of("system:apiserver", MASTERS, AUTHENTICATED);

    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";
    private static final String NODE = "system:node:";

    public static User of(String name, String... groups) {
        return new User(name, "", List.of(groups), Map.of());
    }

    /// @param uid may be empty, where only the name counts
    public static User serviceAccount(String namespace, String name, String uid, Map<String, List<String>> extra) {
        return new User(serviceAccountName(namespace, name), uid, serviceAccountGroups(namespace), extra);
    }

    /// One that acts inside the control plane.
    public static User serviceAccount(String namespace, String name) {
        return serviceAccount(namespace, name, "", Map.of());
    }

    /// What a part of the control plane is known as.
    ///
    /// @param name `kube-scheduler`
    public static User component(String name) {
        return of("system:" + name, AUTHENTICATED);
    }

    /// What a kubelet is known as.
    public static User node(String name) {
        return of(NODE + name, NODES, AUTHENTICATED);
    }

    public static String serviceAccountName(String namespace, String name) {
        return SERVICE_ACCOUNT + namespace + ":" + name;
    }

    public static List<String> serviceAccountGroups(String namespace) {
        return List.of(SERVICE_ACCOUNTS, SERVICE_ACCOUNTS + ":" + namespace, AUTHENTICATED);
    }

    /// The namespace and the name in a service account's user name; empty for everybody else.
    public static Optional<Account> account(String userName) {
        String[] parts = userName.split(":", -1);
        boolean account = userName.startsWith(SERVICE_ACCOUNT) && parts.length == 4;
        return account && !parts[2].isEmpty() && !parts[3].isEmpty()
                ? Optional.of(new Account(parts[2], parts[3]))
                : Optional.empty();
    }

    /// A service account, as a user name tells it.
    public record Account(String namespace, String name) {}

    public boolean isMaster() {
        return groups.contains(MASTERS);
    }

    /// Whoever showed nothing. Somebody who is impersonated under that name counts as well.
    public boolean isAnonymous() {
        return groups.contains(UNAUTHENTICATED);
    }

    /// The node that this is, if it is one.
    public Optional<String> asNode() {
        return name.startsWith(NODE) && name.length() > NODE.length() && groups.contains(NODES)
                ? Optional.of(name.substring(NODE.length()))
                : Optional.empty();
    }
}
