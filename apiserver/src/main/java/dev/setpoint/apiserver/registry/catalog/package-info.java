/// Which resources are served, and everything in which one differs from another: schemas, strategy, conversion, and
/// the form in which its objects are stored.
///
/// Resources differ by the data in a [dev.setpoint.apiserver.registry.catalog.ServedResource]; no code outside asks
/// for the name of a kind. The resources of definitions come and go: who finds that his has changed throws
/// [dev.setpoint.apiserver.registry.catalog.OutdatedException], and the request begins anew.
@NullMarked
package dev.setpoint.apiserver.registry.catalog;

import org.jspecify.annotations.NullMarked;
