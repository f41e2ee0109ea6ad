/// How one reader sees objects: in the version it asked for, as rows of a table, or as metadata alone.
///
/// The stored version is sent as the bytes that lie in the store. All other forms are made when somebody asks for
/// them.
@NullMarked
package dev.setpoint.apiserver.registry.view;

import org.jspecify.annotations.NullMarked;
