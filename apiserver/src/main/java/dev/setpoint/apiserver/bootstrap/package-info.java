/// The objects that a new cluster has before anybody has asked for anything, put back at each start.
@NullMarked
package dev.setpoint.apiserver.bootstrap;

import org.jspecify.annotations.NullMarked;
