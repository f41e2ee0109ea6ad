/// Tells for each FlowSchema whether the priority level that it sends requests to exists: the condition `Dangling`.
@NullMarked
package dev.setpoint.controllers.flowschema;

import org.jspecify.annotations.NullMarked;
