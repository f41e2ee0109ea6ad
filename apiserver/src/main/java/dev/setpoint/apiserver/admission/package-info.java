/// The admission plug-ins that Kubernetes runs by default and that look at more than the object itself, in Kubernetes'
/// order: [dev.setpoint.apiserver.admission.BuiltInAdmission]. Each is small and keeps nothing between writes.
@NullMarked
package dev.setpoint.apiserver.admission;

import org.jspecify.annotations.NullMarked;
