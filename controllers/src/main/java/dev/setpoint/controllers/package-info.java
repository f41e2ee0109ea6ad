/// To come.
@NullMarked
package dev.setpoint.controllers;

import org.jspecify.annotations.NullMarked;
