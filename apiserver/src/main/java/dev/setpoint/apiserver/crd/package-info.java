/// Custom resources. A definition is an object in the store like any other: [dev.setpoint.apiserver.crd.Definitions]
/// looks it up for each request, so that what is served is always what the store says, and keeps only what it costs to
/// read a definition. [dev.setpoint.apiserver.crd.DefinitionLoop] accepts names, establishes, and cleans up after
/// definitions that go. Objects go through the same registry as those of built-in kinds.
@NullMarked
package dev.setpoint.apiserver.crd;

import org.jspecify.annotations.NullMarked;
