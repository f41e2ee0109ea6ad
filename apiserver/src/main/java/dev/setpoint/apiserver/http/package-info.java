/// HTTPS in front of the pipeline. It reads a request into the pipeline's words, hands it over, and writes
/// what comes back; it decides nothing about objects. Jetty is seen in this package and nowhere else.
///
/// Every request runs on a virtual thread and blocks there: reading its body, waiting for events, writing.
/// Every such wait has a deadline, so that a slow or silent peer costs a thread for a bounded time and holds
/// nobody else back. A watch whose events are the bytes in the store gives its thread back once it has caught up: the
/// `WatchPump` writes to all of those from few threads, and waits for nobody.
///
/// Start with [dev.setpoint.apiserver.http.HttpServer], then `ApiHandler`, which is the way of one request.
@NullMarked
package dev.setpoint.apiserver.http;

import org.jspecify.annotations.NullMarked;
