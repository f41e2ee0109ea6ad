/// Who may do what.
@NullMarked
package dev.setpoint.apiserver.authz;

import org.jspecify.annotations.NullMarked;
