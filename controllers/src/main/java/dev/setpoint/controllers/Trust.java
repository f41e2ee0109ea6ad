package dev.setpoint.controllers;

import dev.setpoint.controllers.certificates.CertificateSigner;
import dev.setpoint.controllers.serviceaccounttoken.TokenSigner;

/// What the loops may sign with, without holding a key.
///
/// @param rootCertificate of the cluster's authority, in PEM
public record Trust(String rootCertificate, TokenSigner tokens, CertificateSigner certificates) {}
