package dev.setpoint.controllers;

import dev.setpoint.base.Env;
import dev.setpoint.controllers.autoscaler.AutoscalerController;
import dev.setpoint.controllers.certificates.CertificateControllers;
import dev.setpoint.controllers.clusterroleaggregation.AggregationController;
import dev.setpoint.controllers.cronjob.CronJobController;
import dev.setpoint.controllers.daemonset.DaemonSetController;
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
import dev.setpoint.controllers.replicationcontroller.ReplicationControllerController;
import dev.setpoint.controllers.rootca.RootCaController;
import dev.setpoint.controllers.serviceaccount.ServiceAccountController;
import dev.setpoint.controllers.serviceaccounttoken.TokenController;
import dev.setpoint.controllers.statefulset.StatefulSetController;
import dev.setpoint.controllers.tainteviction.TaintEvictionController;
import dev.setpoint.controllers.ttlafterfinished.TtlController;
import dev.setpoint.controllers.volumes.VolumeControllers;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.resources.ResourceTable;
import java.util.ArrayList;
import java.util.List;

/// Every loop of the controller manager.
public final class Controllers {
    private Controllers() {}

    /// @param env the world of the process that runs the loops
    /// @param as under whose names the controllers write
    /// @param resources what the server serves besides custom resources, which the loops find by themselves
    /// @param trust what they may sign with
    public static List<Controller<?>> all(Env env, Identities as, ResourceTable resources, Trust trust) {
        List<Controller<?>> all = new ArrayList<>(List.of(
                DeploymentController.of(env, as.account("deployment-controller")),
                ReplicaSetController.of(env, as.account("replicaset-controller")),
                StatefulSetController.of(env, as.account("statefulset-controller")),
                EndpointSliceController.of(as.account("endpointslice-controller")),
                EndpointsController.of(as.account("endpoint-controller")),
                MirroringController.of(as.account("endpointslicemirroring-controller")),
                DisruptionController.of(env, as.account("disruption-controller"), resources),
                AutoscalerController.of(env, as.account("horizontal-pod-autoscaler"), resources),
                ReplicationControllerController.of(env, as.account("replication-controller")),
                DaemonSetController.of(env, as.account("daemon-set-controller")),
                CronJobController.of(env, as.account("cronjob-controller")),
                JobController.of(env, as.account("job-controller")),
                JobController.tracking(as.account("job-controller")),
                TtlController.of(env, as.account("ttl-after-finished-controller")),
                NodeLifecycleController.of(env, as.account("node-controller")),
                TaintEvictionController.of(env, as.account("node-controller")),
                PodGcController.of(env, as.account("pod-garbage-collector")),
                VolumeControllers.claims(as.account("persistent-volume-binder")),
                VolumeControllers.volumes(as.account("persistent-volume-binder")),
                NamespaceController.ofAll(env, as.account("namespace-controller"), resources.types()),
                ServiceAccountController.of(as.account("service-account-controller")),
                FlowSchemaController.of(env, as.apiServer()),
                RootCaController.of(as.account("root-ca-cert-publisher"), trust.rootCertificate()),
                AggregationController.of(as.account("clusterrole-aggregation-controller")),
                GarbageController.ofAll(
                        as.account("generic-garbage-collector"), GarbageController.collectable(resources.types())),
                TokenController.of(as.process(), trust.rootCertificate(), trust.tokens())));
        all.addAll(CertificateControllers.of(env, as.account("certificate-controller"), trust.certificates()));
        return all;
    }
}
