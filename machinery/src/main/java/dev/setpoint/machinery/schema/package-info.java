/// The shapes of values as data: what fields a kind has, of which type, and how two versions of each are merged.
///
/// Built-in kinds and custom resources are described in the same terms, so that decoding, field validation, strategic
/// merge patch and server-side apply are written once. A schema never changes after construction and may be recursive:
/// the fields of a struct are found on first use.
@NullMarked
package dev.setpoint.machinery.schema;

import org.jspecify.annotations.NullMarked;
