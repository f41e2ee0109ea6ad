/// Strategies of the storage.k8s.io group: where volumes come from.
@NullMarked
package dev.setpoint.resources.strategy.storage;

import org.jspecify.annotations.NullMarked;
