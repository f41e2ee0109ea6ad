package dev.setpoint.apiserver.crd;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// Brings objects of a custom resource from one version to another.
public interface VersionConverter {
    /// @param objects without their type, all in the version `from`; they belong to the converter afterwards
    /// @param from group and version: `example.com/v1beta1`
    /// @return as many, in the same order, without their type
    /// @throws dev.setpoint.machinery.api.ApiException when they cannot be converted now
    List<JsonObject> convert(List<JsonObject> objects, String from, String to);

    /// Versions that differ in their schemas alone.
    VersionConverter NONE = (objects, _, _) -> objects;
}
