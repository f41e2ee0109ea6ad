package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import java.util.List;

/// @param revision the revision at which the list was true; a watch goes on from here
/// @param continueToken empty on the last page
public record ObjectList(long revision, List<Stored> items, String continueToken) {}
