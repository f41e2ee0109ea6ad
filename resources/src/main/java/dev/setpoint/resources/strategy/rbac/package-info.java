/// Strategies of the rbac.authorization.k8s.io group: who may do what.
@NullMarked
package dev.setpoint.resources.strategy.rbac;

import org.jspecify.annotations.NullMarked;
