/// Runs while building: reads the published models of the Kubernetes API and writes the compact tables that the product
/// is made of. Names, types and descriptions come from the classes of client-java-api, type names and wire numbers
/// from the descriptors of client-java-proto, merge rules and presence from our own tables. Whatever does not fit
/// together fails the build.
@NullMarked
package dev.setpoint.generator;

import org.jspecify.annotations.NullMarked;
