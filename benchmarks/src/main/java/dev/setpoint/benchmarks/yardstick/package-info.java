/// What the figures are compared with, in the same run on the same machine: a bare handler on the same HTTP stack,
/// etcd, fabric8's mock server, and what the machine itself can do.
@NullMarked
package dev.setpoint.benchmarks.yardstick;

import org.jspecify.annotations.NullMarked;
