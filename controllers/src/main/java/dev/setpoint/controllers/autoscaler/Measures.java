package dev.setpoint.controllers.autoscaler;

import io.fabric8.kubernetes.api.model.autoscaling.v2.CrossVersionObjectReference;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricIdentifier;
import java.util.Map;

/// Where measurements come from. Values are in thousandths.
interface Measures {
    /// What the pods of a namespace use of a resource, by their names.
    ///
    /// @param container only this one; empty for all of a pod
    /// @throws UnmeasurableException when nobody measures
    Map<String, Sample> resource(String namespace, String resource, String container);

    /// A metric of its own for each pod of a namespace.
    Map<String, Sample> pods(String namespace, MetricIdentifier metric);

    /// A metric of some object.
    long object(String namespace, CrossVersionObjectReference object, MetricIdentifier metric);

    /// The sum over all series of a metric that belongs to no object.
    long external(String namespace, MetricIdentifier metric);
}
