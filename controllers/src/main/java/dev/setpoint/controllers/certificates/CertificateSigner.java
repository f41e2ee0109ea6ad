package dev.setpoint.controllers.certificates;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reads requests for certificates, and signs them.
public interface CertificateSigner {
    /// What a request asks for.
    record Wanted(
            String commonName,
            List<String> organizations,
            List<String> dnsNames,
            List<String> addresses,
            List<String> emails,
            List<String> uris) {}

    /// Empty when it is no request, or not signed with its own key.
    Optional<Wanted> read(byte[] pem);

    /// @param pem a request that can be read
    /// @param life from now
    /// @return the certificate, in PEM
    String sign(byte[] pem, List<String> usages, Duration life);
}
