/// Amounts of resources: `500m`, `64Mi`, `1e3`. Exact, and written in one canonical form for each amount and format.
@NullMarked
package dev.setpoint.machinery.quantity;

import org.jspecify.annotations.NullMarked;
