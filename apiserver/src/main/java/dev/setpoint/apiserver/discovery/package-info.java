/// Which groups, versions and resources there are, in the three forms in which clients ask: plain, and aggregated in
/// two
/// versions. Pure functions of the resource table.
@NullMarked
package dev.setpoint.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
