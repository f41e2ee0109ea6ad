/// The generic registry: every resource, built in or custom, is created, read, changed, deleted, listed and watched by
/// the
/// same code. Resources differ by the data in [dev.setpoint.apiserver.registry.ServedResource].
@NullMarked
package dev.setpoint.apiserver.registry;

import org.jspecify.annotations.NullMarked;
