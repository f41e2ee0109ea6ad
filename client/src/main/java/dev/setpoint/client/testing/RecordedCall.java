package dev.setpoint.client.testing;

import dev.setpoint.client.Target;

/// One request that was made through [FaultSwitches].
///
/// @param verb `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`
public record RecordedCall(String verb, Target target) {
    public boolean is(String otherVerb, String resource) {
        return verb.equals(otherVerb) && target.resource().resource().equals(resource);
    }

    @Override
    public String toString() {
        String subresource = target.subresource().isEmpty() ? "" : "/" + target.subresource();
        return verb + " " + target.resource().resource() + subresource + " " + target.namespace() + "/" + target.name();
    }
}
