/// Bad input of every kind, from a seed. Whatever comes in, the answer is a success or says what is wrong with
/// the request, in time, and a refused request changes nothing.
@NullMarked
package dev.setpoint.conformance.fuzz;

import org.jspecify.annotations.NullMarked;
