/// Follows the definitions of custom resources, for loops that look after objects of every kind.
@NullMarked
package dev.setpoint.controllers.custom;

import org.jspecify.annotations.NullMarked;
