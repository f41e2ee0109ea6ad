package dev.setpoint.base.baton;

/// What can lie in the scheduler's list of those who are ready.
sealed interface Step extends Chooser.Candidate permits BatonTask, Alarm {
    BatonProcess process();
}
