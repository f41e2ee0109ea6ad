/// Strategies of the node.k8s.io group: how containers are run.
@NullMarked
package dev.setpoint.resources.strategy.node;

import org.jspecify.annotations.NullMarked;
