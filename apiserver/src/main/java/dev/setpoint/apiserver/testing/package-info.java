/// The API server for the tests of whatever is written against one: the real one, over a store in memory, on the
/// baton.
@NullMarked
package dev.setpoint.apiserver.testing;

import org.jspecify.annotations.NullMarked;
