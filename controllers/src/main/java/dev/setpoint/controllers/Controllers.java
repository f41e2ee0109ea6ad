package dev.setpoint.controllers;

import dev.setpoint.base.Env;
import dev.setpoint.controllers.autoscaler.AutoscalerController;
import dev.setpoint.controllers.deployment.DeploymentController;
import dev.setpoint.controllers.disruption.DisruptionController;
import dev.setpoint.controllers.endpoints.EndpointsController;
import dev.setpoint.controllers.endpointslice.EndpointSliceController;
import dev.setpoint.controllers.flowschema.FlowSchemaController;
import dev.setpoint.controllers.garbage.GarbageController;
import dev.setpoint.controllers.job.JobController;
import dev.setpoint.controllers.mirroring.MirroringController;
import dev.setpoint.controllers.namespace.NamespaceController;
import dev.setpoint.controllers.nodelifecycle.NodeLifecycleController;
import dev.setpoint.controllers.podgc.PodGcController;
import dev.setpoint.controllers.replicaset.ReplicaSetController;
import dev.setpoint.controllers.rootca.RootCaController;
import dev.setpoint.controllers.serviceaccount.ServiceAccountController;
import dev.setpoint.controllers.statefulset.StatefulSetController;
import dev.setpoint.controllers.tainteviction.TaintEvictionController;
import dev.setpoint.controllers.ttlafterfinished.TtlController;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceTable;
import java.util.List;

/// Every loop of the controller manager.
public final class Controllers {
    private Controllers() {}

    /// @param env the world of the process that runs the loops
    /// @param resources what the server serves besides custom resources, which the loops find by themselves
    /// @param rootCertificate the certificate of the cluster's authority, in PEM
    public static List<Controller> all(Env env, Loops loops, ResourceTable resources, String rootCertificate) {
        return List.of(
                DeploymentController.of(env, loops),
                ReplicaSetController.of(env, loops),
                StatefulSetController.of(env, loops),
                EndpointSliceController.of(loops),
                EndpointsController.of(loops),
                MirroringController.of(loops),
                DisruptionController.of(env, loops, resources),
                AutoscalerController.of(env, loops, resources),
                JobController.of(env, loops),
                JobController.tracking(loops),
                TtlController.of(env, loops),
                NodeLifecycleController.of(env, loops),
                TaintEvictionController.of(env, loops),
                PodGcController.of(env, loops),
                NamespaceController.ofAll(env, loops, resources.types()),
                ServiceAccountController.of(loops),
                FlowSchemaController.of(env, loops),
                RootCaController.of(loops, rootCertificate),
                GarbageController.ofAll(loops, GarbageController.collectable(resources.types())));
    }
}
