/// Plays recorded conversations with a Kubernetes API server again and compares the answers.
///
/// Scenarios and recordings lie in the test resources under `golden`, in the form that the README there
/// describes. Nothing here uses the project's own JSON or HTTP code: what is compared is what anybody would see.
@NullMarked
package dev.setpoint.conformance.golden;

import org.jspecify.annotations.NullMarked;
