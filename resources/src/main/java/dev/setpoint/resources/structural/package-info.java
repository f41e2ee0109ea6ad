/// The schemas of custom resources, and what they do to objects: prune, default, validate. A schema is a pure value,
/// made once from the `openAPIV3Schema` of a definition; no function here looks at anything but its arguments.
///
/// [dev.setpoint.resources.structural.ObjectShape] makes of it the form in which built-in kinds are described too, so
/// that decoding, field validation and server-side apply are the same code for both.
@NullMarked
package dev.setpoint.resources.structural;

import org.jspecify.annotations.NullMarked;
