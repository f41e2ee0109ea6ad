package dev.setpoint.client;

import dev.setpoint.base.value.Stored;

/// Consistent reads.
public interface Reader {
    /// @throws dev.setpoint.machinery.api.ApiException `NotFound` when there is none
    Stored get(Target target);

    /// The whole collection, or one page of it when the options carry a limit.
    ObjectList list(Target collection, ListOptions options);
}
