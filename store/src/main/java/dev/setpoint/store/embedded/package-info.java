/// A store in this process: one writer takes commits from a bounded queue, decides them against the newest
/// state, makes a batch durable through an [dev.setpoint.store.embedded.Engine] with one sync, publishes it,
/// and only then answers.
@NullMarked
package dev.setpoint.store.embedded;

import org.jspecify.annotations.NullMarked;
