package dev.setpoint.controllers.certificates;

import dev.setpoint.controllers.certificates.CertificateSigner.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What each of Kubernetes' own signers may be asked for. Pure.
final class SignerRules {
    static final String CLIENT = "kubernetes.io/kube-apiserver-client";
    static final String KUBELET_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
    static final String KUBELET_SERVING = "kubernetes.io/kubelet-serving";

    private static final String NODE = "system:node:";
    private static final List<String> NODES = List.of("system:nodes");
    private static final String DIGITAL_SIGNATURE = "digital signature";
    private static final String KEY_ENCIPHERMENT = "key encipherment";
    private static final String CLIENT_AUTH = "client auth";
    private static final String SERVER_AUTH = "server auth";

    private SignerRules() {}

    static boolean known(String signer) {
        return List.of(CLIENT, KUBELET_CLIENT, KUBELET_SERVING).contains(signer);
    }

    /// Why a signer may not sign this; empty when it may.
    static Optional<String> objection(String signer, Wanted wanted, List<String> usages) {
        return switch (signer) {
            case CLIENT ->
                usages.contains(CLIENT_AUTH)
                                && Set.of(DIGITAL_SIGNATURE, KEY_ENCIPHERMENT, CLIENT_AUTH)
                                        .containsAll(usages)
                        ? Optional.empty()
                        : Optional.of("usages did not match " + SignerRules.CLIENT);
            case KUBELET_CLIENT -> kubeletClient(wanted, usages);
            case KUBELET_SERVING -> kubeletServing(wanted, usages);
            default -> Optional.of("signer " + signer + " is not known here");
        };
    }

    private static Optional<String> kubeletClient(Wanted wanted, List<String> usages) {
        if (!wanted.organizations().equals(NODES)) {
            return Optional.of("subject organization is not system:nodes");
        }
        if (!wanted.dnsNames().isEmpty()) {
            return Optional.of("DNS subjectAltNames are not allowed");
        }
        if (!wanted.emails().isEmpty()) {
            return Optional.of("Email subjectAltNames are not allowed");
        }
        if (!wanted.addresses().isEmpty()) {
            return Optional.of("IP subjectAltNames are not allowed");
        }
        if (!wanted.uris().isEmpty()) {
            return Optional.of("URI subjectAltNames are not allowed");
        }
        return node(wanted, usages, CLIENT_AUTH);
    }

    private static Optional<String> kubeletServing(Wanted wanted, List<String> usages) {
        if (!wanted.organizations().equals(NODES)) {
            return Optional.of("subject organization is not system:nodes");
        }
        if (wanted.dnsNames().isEmpty() && wanted.addresses().isEmpty()) {
            return Optional.of("at least one DNS or IP subjectAltName is required");
        }
        if (!wanted.emails().isEmpty()) {
            return Optional.of("Email subjectAltNames are not allowed");
        }
        if (!wanted.uris().isEmpty()) {
            return Optional.of("URI subjectAltNames are not allowed");
        }
        return node(wanted, usages, SERVER_AUTH);
    }

    private static Optional<String> node(Wanted wanted, List<String> usages, String purpose) {
        if (!wanted.commonName().startsWith(NODE)) {
            return Optional.of("subject common name does not begin with system:node:");
        }
        Set<String> asked = Set.copyOf(usages);
        boolean allowed = asked.equals(Set.of(DIGITAL_SIGNATURE, purpose))
                || asked.equals(Set.of(DIGITAL_SIGNATURE, KEY_ENCIPHERMENT, purpose));
        return allowed
                ? Optional.empty()
                : Optional.of("usages did not match [" + DIGITAL_SIGNATURE + ", " + purpose + "]");
    }
}
