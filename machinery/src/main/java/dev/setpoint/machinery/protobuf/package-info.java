/// Protobuf request bodies, decoded to the same tree that JSON gives.
///
/// Only decoding, and only of messages that a table describes: nothing is generated for them, and no protobuf library
/// is needed. What comes over the wire is bounded by the length of the body and by depth, and is never trusted.
@NullMarked
package dev.setpoint.machinery.protobuf;

import org.jspecify.annotations.NullMarked;
