/// Decides who may do what. Every question is a set of [dev.setpoint.apiserver.authz.Attributes] put to an
/// [dev.setpoint.apiserver.authz.Authorizer]; the answers are computed from the newest snapshot, so that a
/// grant holds from the moment at which its write is acknowledged, and a revocation too.
@NullMarked
package dev.setpoint.apiserver.authz;

import org.jspecify.annotations.NullMarked;
