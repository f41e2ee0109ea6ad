/// From the version in which objects are kept to the other versions in which they are served, and back.
///
/// Pure functions over trees. What the other version cannot say travels in annotations, as in Kubernetes, so that a
/// client of the old version that reads and writes back loses nothing.
@NullMarked
package dev.setpoint.resources.conversion;

import org.jspecify.annotations.NullMarked;
