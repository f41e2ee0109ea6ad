/// The one form in which an object is stored, cached and sent: its encoded bytes and a small header made
/// once.
///
/// Store, API server, clients and informer caches all hold [dev.setpoint.base.value.Stored]; nobody copies it
/// and nobody parses it in order to select, index or forward it. Nothing here knows what the bytes mean.
@NullMarked
package dev.setpoint.base.value;

import org.jspecify.annotations.NullMarked;
