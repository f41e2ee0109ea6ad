package dev.setpoint.store;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;

/// Makes the header of an object that is loaded from disk, where only its bytes are. Whoever commits an
/// object brings its header along; both must be made by the same rules.
@FunctionalInterface
public interface HeaderMaker {
    /// @param bytes with the hole for the revision still empty; not to be modified
    Header header(Key key, byte[] bytes);
}
