package dev.setpoint.resources.conversion;

import dev.setpoint.machinery.json.JsonObject;

/// The way between one served version of a kind and the version in which its objects are kept. The given tree belongs
/// to the conversion afterwards: its parts may live on in the result.
public interface Conversion {
    /// Where both versions are the same.
    Conversion NONE = new Conversion() {
        @Override
        public JsonObject toStored(JsonObject served) {
            return served;
        }

        @Override
        public JsonObject toServed(JsonObject stored) {
            return stored;
        }
    };

    JsonObject toStored(JsonObject served);

    JsonObject toServed(JsonObject stored);
}
