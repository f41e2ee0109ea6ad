/// Label and field selectors: their texts, their meaning, and what they pin to one value.
///
/// A selector is immutable and asks an object's header only: labels as a map, fields as a function. Texts are read and
/// refused in Kubernetes' words.
@NullMarked
package dev.setpoint.machinery.selector;

import org.jspecify.annotations.NullMarked;
