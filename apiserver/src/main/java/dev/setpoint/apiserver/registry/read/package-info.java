/// Reads one object or a list of them from a snapshot: by bytes and headers alone, nothing is parsed.
///
/// A list is true at one revision, and so are all of its pages: the token of a page carries the revision, and the
/// server keeps nothing between pages.
@NullMarked
package dev.setpoint.apiserver.registry.read;

import org.jspecify.annotations.NullMarked;
