/// A small operator written with java-operator-sdk, which knows nothing of this project, and the tests that its author
/// would write.
@NullMarked
package dev.setpoint.conformance.operator;

import org.jspecify.annotations.NullMarked;
