/// A persistent sorted map of stored objects: a B-tree whose nodes are never changed once a
/// [dev.setpoint.store.tree.Tree] shows them. An edit copies the nodes on its way, each at most once however
/// much it changes, and shares the rest.
@NullMarked
package dev.setpoint.store.tree;

import org.jspecify.annotations.NullMarked;
