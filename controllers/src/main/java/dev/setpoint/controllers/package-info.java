/// The loops of the control plane, one package for each.
///
/// A loop has three parts. Its `Plan` is pure: from what is wanted, what was observed and the present time
/// it derives a list of actions, and the status to report. Its `Reconciler` reads caches, executes the
/// actions and writes the status once, and only when it changed. Its `Controller` says which changes wake
/// it. Loops know nothing of one another: what one of them needs of another it reads from the API.
@NullMarked
package dev.setpoint.controllers;

import org.jspecify.annotations.NullMarked;
