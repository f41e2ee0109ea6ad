/// OpenAPI v3 documents of the built-in API, one for each group and version, made from the resource table, the schemas
/// and the descriptions when they are first asked for.
///
/// What kubectl reads of them decides their shape: `explain` follows paths, kinds and `$ref`, `apply` looks for query
/// parameters of PATCH and for merge keys.
@NullMarked
package dev.setpoint.resources.openapi;

import org.jspecify.annotations.NullMarked;
