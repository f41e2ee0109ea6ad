/// Who asks. The server has a certificate authority of its own in the `pki` folder; whoever holds a certificate from it
/// is the user that the certificate's subject names. Secrets come from a `SecureRandom` that the caller gives, and lie
/// in files that only their owner can read.
///
/// Start with [dev.setpoint.apiserver.authn.Pki], which makes or loads everything, and
/// [dev.setpoint.apiserver.authn.Authenticator], which turns what a connection shows into a user.
@NullMarked
package dev.setpoint.apiserver.authn;

import org.jspecify.annotations.NullMarked;
