/// The processes of a control plane in JVMs of their own: the same classes as in one JVM, which find the API
/// server over HTTPS by a kubeconfig. Only what lies between is different: connections, tokens, and a server that
/// may be away.
@NullMarked
package dev.setpoint.server.apart;

import org.jspecify.annotations.NullMarked;
