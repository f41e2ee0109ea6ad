package dev.setpoint.apiserver.crd;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Stored;
import dev.setpoint.resources.conversion.Conversion;
import dev.setpoint.resources.custom.CustomDefinition;
import dev.setpoint.resources.custom.CustomVersion;

/// A definition at one revision.
///
/// @param since the revision from which on objects were written under this very specification
/// @param established whether its resources are served
record Definition(
        Stored stored,
        long since,
        boolean established,
        CustomDefinition custom,
        VersionConverter converter,
        DerivedObjects derived) {
    static Definition of(
            Stored stored,
            boolean established,
            CustomDefinition custom,
            Definitions.Converters converters,
            DerivedObjects derived) {
        return new Definition(stored, stored.revision(), established, custom, converters.of(custom), derived);
    }

    /// The same specification with another status.
    Definition with(Stored newStored, boolean newEstablished) {
        return new Definition(newStored, since, newEstablished, custom, converter, derived);
    }

    String uid() {
        return stored.header().uid();
    }

    /// Whether a later state of the definition says the same of its objects.
    boolean describes(Stored later) {
        return uid().equals(later.header().uid())
                && stored.header().generation() == later.header().generation();
    }

    boolean terminating() {
        return stored.header().deleting();
    }

    ServedResource served(CustomVersion version) {
        return new ServedResource(
                version.type(),
                version.schema(),
                version.schema(),
                version.strategy(),
                Conversion.NONE,
                new CustomStorageForm(this, version),
                custom.selectableFields());
    }
}
