/// Faults on demand for the tests of whatever is written against a [dev.setpoint.client.Client], in front of any
/// client: the server behind it is a real one.
@NullMarked
package dev.setpoint.client.testing;

import org.jspecify.annotations.NullMarked;
