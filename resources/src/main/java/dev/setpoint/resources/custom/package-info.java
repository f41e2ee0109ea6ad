/// Custom resources as data: what a CustomResourceDefinition says, in the terms in which built-in kinds are described.
///
/// [dev.setpoint.resources.custom.CustomDefinition] is read once for each state of a definition; each of its versions
/// has a resource type, a schema, columns and a strategy, like any built-in resource.
@NullMarked
package dev.setpoint.resources.custom;

import org.jspecify.annotations.NullMarked;
