/// Starts jobs at the times that a CronJob's schedule names.
///
/// A job's name follows from the time that it is for, so that none is ever started twice, whatever is forgotten
/// in between: what a predecessor started and did not get to report is found again by its owner and by the time
/// that it carries.
@NullMarked
package dev.setpoint.controllers.cronjob;

import org.jspecify.annotations.NullMarked;
