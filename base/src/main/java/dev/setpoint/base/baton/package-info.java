/// A world in which blocking code is deterministic: every task is a thread, but only the holder of the baton
/// runs.
///
/// At each primitive that may wait, and at [dev.setpoint.base.Env#giveWay], the holder gives the baton back
/// and a [dev.setpoint.base.baton.Chooser] picks who is next. Time is virtual and moves only when nobody can
/// run, from one timer to the next. Same options, same body of code: same trace. Start at
/// [dev.setpoint.base.baton.BatonEnv].
@NullMarked
package dev.setpoint.base.baton;

import org.jspecify.annotations.NullMarked;
