/// Notices nodes that no longer say that they live, and says so: in their conditions, in taints that keep
/// new pods away and drive running ones off, and in the pods that nobody reports of any more.
///
/// One pass looks at all nodes, because how fast pods are driven off depends on how much of a zone is gone:
/// when most of it is, the network is more likely to blame than the nodes.
@NullMarked
package dev.setpoint.controllers.nodelifecycle;

import org.jspecify.annotations.NullMarked;
