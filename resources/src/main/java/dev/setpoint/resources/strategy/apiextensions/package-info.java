/// CustomResourceDefinitions: how a definition is defaulted and checked, and what its status says.
@NullMarked
package dev.setpoint.resources.strategy.apiextensions;

import org.jspecify.annotations.NullMarked;
