/// JSON as a tree of values, and its codec.
///
/// A tree lives only as long as a write: it is parsed, defaulted, merged and encoded again. Objects keep the order of
/// their fields. Trees are mutable and owned by whoever made them; `copy()` before sharing.
@NullMarked
package dev.setpoint.machinery.json;

import org.jspecify.annotations.NullMarked;
