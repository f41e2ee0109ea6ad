/// The API groups `custom.metrics.k8s.io` and `external.metrics.k8s.io`, answered from a Prometheus server.
///
/// Nothing of it is stored: each request becomes one query. A metric is a series of that name; series of objects say
/// by the labels `namespace`, `pod`, `service` and so on which object they measure.
@NullMarked
package dev.setpoint.apiserver.metrics.prometheus;

import org.jspecify.annotations.NullMarked;
