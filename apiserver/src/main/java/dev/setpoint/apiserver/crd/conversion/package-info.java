/// Conversion of custom resources by webhooks. [dev.setpoint.apiserver.crd.conversion.WebhookConverter] speaks the
/// language of ConversionReviews; how a review gets to its webhook is the affair of a
/// [dev.setpoint.apiserver.crd.conversion.WebhookCall].
@NullMarked
package dev.setpoint.apiserver.crd.conversion;

import org.jspecify.annotations.NullMarked;
