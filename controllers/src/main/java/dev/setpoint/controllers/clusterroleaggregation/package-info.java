/// Keeps the rules of every ClusterRole that has an `aggregationRule` equal to the rules of the
/// ClusterRoles that it selects. So whoever adds a kind can add to `view`, `edit` and `admin` without
/// touching them.
@NullMarked
package dev.setpoint.controllers.clusterroleaggregation;

import org.jspecify.annotations.NullMarked;
