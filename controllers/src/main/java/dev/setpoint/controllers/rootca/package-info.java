/// Publishes the certificate of the cluster's authority in every namespace that is not going away, as the
/// ConfigMap `kube-root-ca.crt`, and puts it right when somebody changes it.
@NullMarked
package dev.setpoint.controllers.rootca;

import org.jspecify.annotations.NullMarked;
