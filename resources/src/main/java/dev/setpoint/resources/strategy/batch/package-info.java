/// Strategies of the batch group: work that ends.
@NullMarked
package dev.setpoint.resources.strategy.batch;

import org.jspecify.annotations.NullMarked;
