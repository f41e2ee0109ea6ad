/// What a process knows of the cluster: for each kind one watch, one cache of stored values with indexes, and
/// whoever wants to hear that something changed.
///
/// A cache holds references to committed values, never trees or objects. One task writes it; anybody reads it
/// without locks. Lists come out in the order of namespace and name.
@NullMarked
package dev.setpoint.reconcile.cache;

import org.jspecify.annotations.NullMarked;
