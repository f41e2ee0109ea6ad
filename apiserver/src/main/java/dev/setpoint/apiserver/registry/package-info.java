/// The generic registry: every resource, built in or custom, is created, read, changed, deleted, listed and watched
/// by the same code.
///
/// [dev.setpoint.apiserver.registry.Registry] finds the resource, asks whether the caller may, and hands the request
/// to one of the packages below, which know nothing of one another's way of working: `catalog` (which resources there
/// are), `write`, `read`, `watch`, and `view` (how an object is shown). Actions of subresources get an
/// [dev.setpoint.apiserver.registry.ObjectAccess] and nothing else.
@NullMarked
package dev.setpoint.apiserver.registry;

import org.jspecify.annotations.NullMarked;
