/// Keeps as many pods of one template as a ReplicationController asks for: what a ReplicaSet does, under an older
/// name.
@NullMarked
package dev.setpoint.controllers.replicationcontroller;

import org.jspecify.annotations.NullMarked;
