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
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/// Every loop of the controller manager, by the name that Kubernetes gives it, with the account under which it writes.
public final class Controllers {
    private static final Function<Identities, Loops> MANAGER = Identities::process;

    private static final List<Entry> ALL = List.of(
            one(
                    "deployment-controller",
                    account("deployment-controller"),
                    (in, as) -> DeploymentController.of(in.env(), as)),
            one(
                    "replicaset-controller",
                    account("replicaset-controller"),
                    (in, as) -> ReplicaSetController.of(in.env(), as)),
            one(
                    "statefulset-controller",
                    account("statefulset-controller"),
                    (in, as) -> StatefulSetController.of(in.env(), as)),
            one(
                    "endpointslice-controller",
                    account("endpointslice-controller"),
                    (in, as) -> EndpointSliceController.of(as)),
            one("endpoints-controller", account("endpoint-controller"), (in, as) -> EndpointsController.of(as)),
            one(
                    "endpointslice-mirroring-controller",
                    account("endpointslicemirroring-controller"),
                    (in, as) -> MirroringController.of(as)),
            one(
                    "disruption-controller",
                    account("disruption-controller"),
                    (in, as) -> DisruptionController.of(in.env(), as, ResourceTable.builtIn())),
            one(
                    "horizontal-pod-autoscaler-controller",
                    account("horizontal-pod-autoscaler"),
                    (in, as) -> AutoscalerController.of(in.env(), as, ResourceTable.builtIn())),
            one(
                    "replicationcontroller-controller",
                    account("replication-controller"),
                    (in, as) -> ReplicationControllerController.of(in.env(), as)),
            one(
                    "daemonset-controller",
                    account("daemon-set-controller"),
                    (in, as) -> DaemonSetController.of(in.env(), as)),
            one("cronjob-controller", account("cronjob-controller"), (in, as) -> CronJobController.of(in.env(), as)),
            new Entry(
                    "job-controller",
                    account("job-controller"),
                    (in, as) -> List.of(JobController.of(in.env(), as), JobController.tracking(as))),
            one(
                    "ttl-after-finished-controller",
                    account("ttl-after-finished-controller"),
                    (in, as) -> TtlController.of(in.env(), as)),
            one(
                    "node-lifecycle-controller",
                    account("node-controller"),
                    (in, as) -> NodeLifecycleController.of(in.env(), as)),
            one(
                    "taint-eviction-controller",
                    account("node-controller"),
                    (in, as) -> TaintEvictionController.of(in.env(), as)),
            one(
                    "pod-garbage-collector-controller",
                    account("pod-garbage-collector"),
                    (in, as) -> PodGcController.of(in.env(), as)),
            new Entry(
                    "persistentvolume-binder-controller",
                    account("persistent-volume-binder"),
                    (in, as) -> List.of(VolumeControllers.claims(as), VolumeControllers.volumes(as))),
            one(
                    "namespace-controller",
                    account("namespace-controller"),
                    (in, as) -> NamespaceController.ofAll(
                            in.env(), as, in.resources().types())),
            one(
                    "serviceaccount-controller",
                    account("service-account-controller"),
                    (in, as) -> ServiceAccountController.of(as)),
            one(
                    "root-ca-certificate-publisher-controller",
                    account("root-ca-cert-publisher"),
                    (in, as) -> RootCaController.of(as, in.trust().rootCertificate())),
            one(
                    "clusterrole-aggregation-controller",
                    account("clusterrole-aggregation-controller"),
                    (in, as) -> AggregationController.of(as)),
            one(
                    "garbage-collector-controller",
                    account("generic-garbage-collector"),
                    (in, as) -> GarbageController.ofAll(
                            as, GarbageController.collectable(in.resources().types()))),
            one(
                    "serviceaccount-token-controller",
                    MANAGER,
                    (in, as) -> TokenController.of(
                            as, in.trust().rootCertificate(), in.trust().tokens())),
            new Entry(
                    "certificatesigningrequest-controller",
                    account("certificate-controller"),
                    (in, as) ->
                            CertificateControllers.of(in.env(), as, in.trust().certificates())));

    private Controllers() {}

    /// What a controller is made of, beside who it is.
    ///
    /// @param env the world of the process that runs the loops
    /// @param resources what garbage is collected of, and namespaces are emptied of; the loops find custom
    ///     resources by themselves
    /// @param trust what they may sign with
    public record Setting(Env env, ResourceTable resources, Trust trust) {}

    private interface Construction<C> {
        C of(Setting in, Loops as);
    }

    private record Entry(String name, Function<Identities, Loops> speaker, Construction<List<Controller<?>>> making) {}

    private static Entry one(String name, Function<Identities, Loops> speaker, Construction<Controller<?>> making) {
        return new Entry(name, speaker, (in, as) -> List.of(making.of(in, as)));
    }

    private static Function<Identities, Loops> account(String name) {
        return as -> as.account(name);
    }

    /// What may be asked for: `replicaset-controller`.
    public static List<String> names() {
        return ALL.stream().map(Entry::name).toList();
    }

    /// @param names of [#names]
    /// @param as under whose names the controllers write
    public static List<Controller<?>> of(Collection<String> names, Setting setting, Identities as) {
        if (!names().containsAll(names)) {
            throw new IllegalArgumentException(names + " (expected: of " + names() + ")");
        }
        List<Controller<?>> chosen = new ArrayList<>();
        for (Entry entry : ALL) {
            if (names.contains(entry.name)) {
                chosen.addAll(entry.making.of(setting, entry.speaker.apply(as)));
            }
        }
        return chosen;
    }
}
