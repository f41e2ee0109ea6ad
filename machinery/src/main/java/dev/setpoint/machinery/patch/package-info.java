/// The patches that clients send: JSON patch (RFC 6902), merge patch (RFC 7386) and Kubernetes' strategic merge patch.
///
/// A patch is decoded once and may be applied to any number of trees, as when a write is repeated after a conflict; it
/// changes neither itself nor the tree that it is given. What is wrong with it is said as the API server says it, by an
/// [dev.setpoint.machinery.api.ApiException].
@NullMarked
package dev.setpoint.machinery.patch;

import org.jspecify.annotations.NullMarked;
