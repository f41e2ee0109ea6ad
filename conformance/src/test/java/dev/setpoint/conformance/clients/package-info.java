/// Client libraries that people use, unmodified: each creates, patches, applies, watches through an informer and elects
/// a
/// leader.
@NullMarked
package dev.setpoint.conformance.clients;

import org.jspecify.annotations.NullMarked;
