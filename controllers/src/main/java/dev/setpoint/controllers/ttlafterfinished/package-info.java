/// Deletes jobs some time after they have finished, where they say after what time.
@NullMarked
package dev.setpoint.controllers.ttlafterfinished;

import org.jspecify.annotations.NullMarked;
