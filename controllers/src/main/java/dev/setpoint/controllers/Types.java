package dev.setpoint.controllers;

import dev.setpoint.client.Typed;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfiguration;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.storage.StorageClass;

/// The kinds that several loops read.
public final class Types {
    public static final Typed<CertificateSigningRequest> CERTIFICATE_SIGNING_REQUEST =
            Typed.of(CertificateSigningRequest.class);
    public static final Typed<ClusterRole> CLUSTER_ROLE = Typed.of(ClusterRole.class);
    public static final Typed<ConfigMap> CONFIG_MAP = Typed.of(ConfigMap.class);
    public static final Typed<CronJob> CRON_JOB = Typed.of(CronJob.class);
    public static final Typed<DaemonSet> DAEMON_SET = Typed.of(DaemonSet.class);
    public static final Typed<Deployment> DEPLOYMENT = Typed.of(Deployment.class);
    public static final Typed<Endpoints> ENDPOINTS = Typed.of(Endpoints.class);
    public static final Typed<EndpointSlice> ENDPOINT_SLICE = Typed.of(EndpointSlice.class);
    public static final Typed<Job> JOB = Typed.of(Job.class);
    public static final Typed<FlowSchema> FLOW_SCHEMA = Typed.of(FlowSchema.class);
    public static final Typed<Lease> LEASE = Typed.of(Lease.class);
    public static final Typed<Namespace> NAMESPACE = Typed.of(Namespace.class);
    public static final Typed<Node> NODE = Typed.of(Node.class);
    public static final Typed<PersistentVolume> PERSISTENT_VOLUME = Typed.of(PersistentVolume.class);
    public static final Typed<PersistentVolumeClaim> PERSISTENT_VOLUME_CLAIM = Typed.of(PersistentVolumeClaim.class);
    public static final Typed<Pod> POD = Typed.of(Pod.class);
    public static final Typed<PodDisruptionBudget> POD_DISRUPTION_BUDGET = Typed.of(PodDisruptionBudget.class);
    public static final Typed<PriorityLevelConfiguration> PRIORITY_LEVEL = Typed.of(PriorityLevelConfiguration.class);
    public static final Typed<ReplicaSet> REPLICA_SET = Typed.of(ReplicaSet.class);
    public static final Typed<ReplicationController> REPLICATION_CONTROLLER = Typed.of(ReplicationController.class);
    public static final Typed<Service> SERVICE = Typed.of(Service.class);
    public static final Typed<Secret> SECRET = Typed.of(Secret.class);
    public static final Typed<ServiceAccount> SERVICE_ACCOUNT = Typed.of(ServiceAccount.class);
    public static final Typed<StorageClass> STORAGE_CLASS = Typed.of(StorageClass.class);
    public static final Typed<StatefulSet> STATEFUL_SET = Typed.of(StatefulSet.class);

    private Types() {}
}
