package dev.setpoint.apiserver.authz;

import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.Authorizer;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;

/// Members of `system:masters` may do everything, all others nothing.
public final class MastersAuthorizer implements Authorizer {
    @Override
    public void authorize(Request request) {
        if (!request.user().groups().contains(User.MASTERS)) {
            throw new ApiException(new ApiError.Forbidden(
                    request.target().resource().groupResource(),
                    request.target().name(),
                    sentence(request)));
        }
    }

    /// `User "jane" cannot list resource "pods" in API group "" in the namespace "default"`
    static String sentence(Request request) {
        Target target = request.target();
        String resource = target.subresource().isEmpty()
                ? target.resource().resource()
                : target.resource().resource() + "/" + target.subresource();
        String where = target.namespace().isEmpty()
                ? "at the cluster scope"
                : "in the namespace \"" + target.namespace() + "\"";
        return "User \"" + request.user().name() + "\" cannot " + request.verb().word() + " resource \"" + resource
                + "\" in API group \"" + target.resource().group() + "\" " + where;
    }
}
