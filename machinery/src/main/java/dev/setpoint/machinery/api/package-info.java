/// The vocabulary of the API: names of groups, versions, kinds and resources, and every way in which a request can
/// fail.
@NullMarked
package dev.setpoint.machinery.api;

import org.jspecify.annotations.NullMarked;
