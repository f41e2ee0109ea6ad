/// The schemas and descriptions of all built-in types, from tables that are generated while building.
///
/// Nothing is read before it is asked for, and nobody but OpenAPI and the heads of tables asks for descriptions.
@NullMarked
package dev.setpoint.resources.schema;

import org.jspecify.annotations.NullMarked;
