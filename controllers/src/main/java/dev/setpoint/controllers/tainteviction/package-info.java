/// Deletes pods from nodes whose `NoExecute` taints they do not tolerate, or no longer: a toleration may be
/// limited in time. Pods that mirror what a node runs by itself are left alone.
@NullMarked
package dev.setpoint.controllers.tainteviction;

import org.jspecify.annotations.NullMarked;
