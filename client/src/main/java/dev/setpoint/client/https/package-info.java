/// The client of loops that live in a process of their own, against any Kubernetes: the same calls as in the API
/// server's own JVM, over HTTPS.
///
/// fabric8's HTTP client does the known work underneath: kubeconfig, certificates, tokens that expire, proxies. Which
/// library carries the bytes is decided by what lies on the class path (`kubernetes-httpclient-jdk`, `-vertx`, ...).
@NullMarked
package dev.setpoint.client.https;

import org.jspecify.annotations.NullMarked;
