package dev.setpoint.server.process;

import dev.setpoint.apiserver.authn.CertificateRequest;
import dev.setpoint.apiserver.authn.RequestSigner;
import dev.setpoint.base.Env;
import dev.setpoint.controllers.certificates.CertificateSigner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Lends the authority of the cluster to the loops that answer requests for certificates.
record Signer(Env env, RequestSigner authority) implements CertificateSigner {
    @Override
    public Optional<Wanted> read(byte[] pem) {
        return switch (CertificateRequest.read(pem)) {
            case CertificateRequest.Read.Good(var request) ->
                Optional.of(new Wanted(
                        request.commonName(),
                        request.organizations(),
                        request.dnsNames(),
                        request.addresses(),
                        request.emails(),
                        request.uris()));
            case CertificateRequest.Read.Bad _ -> Optional.empty();
        };
    }

    @Override
    public String sign(byte[] pem, List<String> usages, Duration life) {
        return switch (CertificateRequest.read(pem)) {
            case CertificateRequest.Read.Good(var request) -> authority.sign(request, usages, env.wallTime(), life);
            case CertificateRequest.Read.Bad(var why) -> throw new IllegalArgumentException(why);
        };
    }
}
