/// The built-in kinds as data: what is served, under which names, with which verbs.
///
/// Everything here is immutable and pure. What is in the tables next to the classes could as well come from a custom
/// resource definition: nothing that reads them asks whether a kind is built in.
@NullMarked
package dev.setpoint.resources;

import org.jspecify.annotations.NullMarked;
