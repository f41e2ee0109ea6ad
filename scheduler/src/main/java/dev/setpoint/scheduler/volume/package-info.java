/// Claims, volumes and classes of volumes as far as placing pods depends on them, and the choice of volumes for claims
/// that wait for their first consumer.
///
/// [dev.setpoint.scheduler.volume.Volumes] reads; [dev.setpoint.scheduler.volume.VolumeChooser] finds for a pod and a
/// node which volume each waiting claim gets and which are to be provisioned there.
@NullMarked
package dev.setpoint.scheduler.volume;

import org.jspecify.annotations.NullMarked;
