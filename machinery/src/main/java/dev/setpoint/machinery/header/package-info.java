/// Headers: what selectors, indexes and predicates ask of an object, made once of its tree.
///
/// There is one rule for all who make them. Server and clients read the same table of selectable fields
/// (`selectable-fields.tsv`), so that an index by a field finds the same objects in the server's JVM and over HTTPS.
@NullMarked
package dev.setpoint.machinery.header;

import org.jspecify.annotations.NullMarked;
