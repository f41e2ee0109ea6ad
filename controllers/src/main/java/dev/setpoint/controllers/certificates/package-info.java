/// The way of a CertificateSigningRequest: what a kubelet asks for itself is approved, what is approved is
/// signed for Kubernetes' own signers, and what is done with is cleaned up. Approving is otherwise for
/// people and their tools.
///
/// What a request holds and how one signs is behind
/// [dev.setpoint.controllers.certificates.CertificateSigner], so that no key and no cryptography is in
/// here.
@NullMarked
package dev.setpoint.controllers.certificates;

import org.jspecify.annotations.NullMarked;
