/// The API server: one pipeline over one store. [dev.setpoint.apiserver.ApiServer] puts its parts together.
@NullMarked
package dev.setpoint.apiserver;

import org.jspecify.annotations.NullMarked;
