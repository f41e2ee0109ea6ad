package dev.setpoint.apiserver.stream;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;

/// `pods/exec`, `attach`, `portforward` and `proxy`: the ways to a pod's processes and ports. Nodes that simulate
/// their pods have neither, and say so.
public final class ConnectAction implements SubresourceAction {
    private final ObjectAccess objects;

    public ConnectAction(ObjectAccess objects) {
        this.objects = objects;
    }

    @Override
    public Answer handle(Call call, ServedResource pods) {
        JsonObject pod = objects.tree(objects.find(call, pods));
        String name = call.target().name();
        String node = pod.child("spec").textOr("nodeName", "");
        if (node.isEmpty()) {
            throw new ApiException(new ApiError.BadRequest("pod " + name + " does not have a host assigned"));
        }
        throw new ApiException(new ApiError.BadRequest("pod " + name + " is simulated on node " + node
                + ": there is no process behind it that " + call.target().subresource() + " could reach"));
    }
}
