/// Strategies of the admissionregistration.k8s.io group: who else has a say in writes.
@NullMarked
package dev.setpoint.resources.strategy.admissionregistration;

import org.jspecify.annotations.NullMarked;
