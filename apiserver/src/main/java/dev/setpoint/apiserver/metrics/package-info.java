/// The API group `metrics.k8s.io`: what pods and nodes use now, as `kubectl top` and autoscalers read it.
///
/// Nothing of it is stored. It is a view of the pods, made for each request by a [UsageSource] from what lies in the
/// store, and whoever may read the pods may read it: the pods are read on behalf of the caller. A node that measures
/// real containers has a source of its own.
@NullMarked
package dev.setpoint.apiserver.metrics;

import org.jspecify.annotations.NullMarked;
