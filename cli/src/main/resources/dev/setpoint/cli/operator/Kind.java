package @package@;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;

/// What people declare: the definition in the cluster is made from these types.
@Group("@group@")
@Version("v1")
public class @Kind@ extends CustomResource<@Kind@.Spec, @Kind@.Status> implements Namespaced {
    private static final long serialVersionUID = 1L;

    /// How it should be.
    public record Spec(String image, int replicas) {}

    /// How it is, as the operator sees it.
    public record Status(int readyReplicas, Long observedGeneration, List<Condition> conditions) {}
}
