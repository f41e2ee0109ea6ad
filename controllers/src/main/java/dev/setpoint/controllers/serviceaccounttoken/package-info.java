/// Fills Secrets of the type `kubernetes.io/service-account-token` with a token that does not expire, and
/// removes those whose account is gone, and with them the token. New programs ask for a token instead;
/// nothing makes such Secrets by itself.
@NullMarked
package dev.setpoint.controllers.serviceaccounttoken;

import org.jspecify.annotations.NullMarked;
