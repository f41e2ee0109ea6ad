/// Small texts as Kubernetes writes them in messages.
@NullMarked
package dev.setpoint.machinery.text;

import org.jspecify.annotations.NullMarked;
