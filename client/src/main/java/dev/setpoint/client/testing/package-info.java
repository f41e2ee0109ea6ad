/// A [dev.setpoint.client.Client] in memory for the tests of whatever is written against one, with faults on
/// demand.
///
/// Not an API server: no schemas, no defaults, no admission. Revisions, optimistic concurrency, finalizers,
/// watches and their ways to end behave as the real ones do.
@NullMarked
package dev.setpoint.client.testing;

import org.jspecify.annotations.NullMarked;
