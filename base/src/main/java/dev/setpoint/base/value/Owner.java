package dev.setpoint.base.value;

/// One owner reference, as far as indexes and the garbage collector need it.
public record Owner(
        String apiVersion, String kind, String name, String uid, boolean controller, boolean blockOwnerDeletion) {}
