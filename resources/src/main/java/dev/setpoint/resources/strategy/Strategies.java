package dev.setpoint.resources.strategy;

import static java.util.Map.entry;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.strategy.admissionregistration.AdmissionPolicyBindingStrategy;
import dev.setpoint.resources.strategy.admissionregistration.AdmissionPolicyStrategy;
import dev.setpoint.resources.strategy.admissionregistration.WebhookConfigurationStrategy;
import dev.setpoint.resources.strategy.apiextensions.CustomResourceDefinitionStrategy;
import dev.setpoint.resources.strategy.apps.ControllerRevisionStrategy;
import dev.setpoint.resources.strategy.apps.DaemonSetStrategy;
import dev.setpoint.resources.strategy.apps.DeploymentStrategy;
import dev.setpoint.resources.strategy.apps.ReplicaSetStrategy;
import dev.setpoint.resources.strategy.apps.StatefulSetStrategy;
import dev.setpoint.resources.strategy.autoscaling.HorizontalPodAutoscalerStrategy;
import dev.setpoint.resources.strategy.batch.CronJobStrategy;
import dev.setpoint.resources.strategy.batch.JobStrategy;
import dev.setpoint.resources.strategy.certificates.CertificateSigningRequestStrategy;
import dev.setpoint.resources.strategy.coordination.LeaseStrategy;
import dev.setpoint.resources.strategy.core.ConfigMapStrategy;
import dev.setpoint.resources.strategy.core.EndpointsStrategy;
import dev.setpoint.resources.strategy.core.EventStrategy;
import dev.setpoint.resources.strategy.core.LimitRangeStrategy;
import dev.setpoint.resources.strategy.core.NamespaceStrategy;
import dev.setpoint.resources.strategy.core.NodeStrategy;
import dev.setpoint.resources.strategy.core.PersistentVolumeClaimStrategy;
import dev.setpoint.resources.strategy.core.PersistentVolumeStrategy;
import dev.setpoint.resources.strategy.core.PodTemplateStrategy;
import dev.setpoint.resources.strategy.core.ReplicationControllerStrategy;
import dev.setpoint.resources.strategy.core.ResourceQuotaStrategy;
import dev.setpoint.resources.strategy.core.SecretStrategy;
import dev.setpoint.resources.strategy.core.ServiceAccountStrategy;
import dev.setpoint.resources.strategy.core.ServiceStrategy;
import dev.setpoint.resources.strategy.discovery.EndpointSliceStrategy;
import dev.setpoint.resources.strategy.flowcontrol.FlowSchemaStrategy;
import dev.setpoint.resources.strategy.flowcontrol.PriorityLevelConfigurationStrategy;
import dev.setpoint.resources.strategy.networking.IngressClassStrategy;
import dev.setpoint.resources.strategy.networking.IngressStrategy;
import dev.setpoint.resources.strategy.networking.NetworkPolicyStrategy;
import dev.setpoint.resources.strategy.node.RuntimeClassStrategy;
import dev.setpoint.resources.strategy.pod.PodStrategy;
import dev.setpoint.resources.strategy.policy.PodDisruptionBudgetStrategy;
import dev.setpoint.resources.strategy.rbac.RoleBindingStrategy;
import dev.setpoint.resources.strategy.rbac.RoleStrategy;
import dev.setpoint.resources.strategy.resource.ResourceClaimStrategy;
import dev.setpoint.resources.strategy.scheduling.PriorityClassStrategy;
import dev.setpoint.resources.strategy.storage.CsiDriverStrategy;
import dev.setpoint.resources.strategy.storage.CsiNodeStrategy;
import dev.setpoint.resources.strategy.storage.CsiStorageCapacityStrategy;
import dev.setpoint.resources.strategy.storage.StorageClassStrategy;
import dev.setpoint.resources.strategy.storage.VolumeAttachmentStrategy;
import dev.setpoint.resources.strategy.storage.VolumeAttributesClassStrategy;
import dev.setpoint.resources.structural.SchemaRules;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The strategies of all built-in kinds; kinds without rules of their own share one that only follows the contract.
///
/// Whoever composes an API server reads this catalogue once. At request time a resource carries its strategy with it.
public final class Strategies {
    private static final String ADMISSION = "admissionregistration.k8s.io/v1";
    private static final String DEVICES = "resource.k8s.io/v1";
    private static final String FLOW_CONTROL = "flowcontrol.apiserver.k8s.io/v1";
    private static final String NETWORKING = "networking.k8s.io/v1";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String STORAGE = "storage.k8s.io/v1";
    private static final GroupVersionKind NEW_EVENT = GroupVersionKind.of("events.k8s.io/v1", "Event");

    private static final GroupVersionKind DEFINITION =
            GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition");
    private static final Map<GroupVersionKind, Strategy> BY_KIND = Map.ofEntries(
            of("v1", "ConfigMap", new ConfigMapStrategy()),
            of("v1", "Endpoints", new EndpointsStrategy()),
            of("v1", "Event", EventStrategy.OLD),
            of("v1", "LimitRange", new LimitRangeStrategy()),
            of("v1", "Namespace", new NamespaceStrategy()),
            of("v1", "Node", new NodeStrategy()),
            of("v1", "PersistentVolume", new PersistentVolumeStrategy()),
            of("v1", "PersistentVolumeClaim", new PersistentVolumeClaimStrategy()),
            of("v1", "Pod", new PodStrategy()),
            of("v1", "PodTemplate", new PodTemplateStrategy()),
            of("v1", "ReplicationController", new ReplicationControllerStrategy()),
            of("v1", "ResourceQuota", new ResourceQuotaStrategy()),
            of("v1", "Secret", new SecretStrategy()),
            of("v1", "Service", new ServiceStrategy()),
            of("v1", "ServiceAccount", new ServiceAccountStrategy()),
            of(ADMISSION, "MutatingAdmissionPolicy", AdmissionPolicyStrategy.MUTATING),
            of(ADMISSION, "MutatingAdmissionPolicyBinding", new AdmissionPolicyBindingStrategy()),
            of(ADMISSION, "MutatingWebhookConfiguration", WebhookConfigurationStrategy.MUTATING),
            of(ADMISSION, "ValidatingAdmissionPolicy", AdmissionPolicyStrategy.VALIDATING),
            of(ADMISSION, "ValidatingAdmissionPolicyBinding", new AdmissionPolicyBindingStrategy()),
            of(ADMISSION, "ValidatingWebhookConfiguration", WebhookConfigurationStrategy.VALIDATING),
            of("apiregistration.k8s.io/v1", "APIService", Preparation.EMPTY_STATUS),
            of("apps/v1", "ControllerRevision", new ControllerRevisionStrategy()),
            of("apps/v1", "DaemonSet", new DaemonSetStrategy()),
            of("apps/v1", "Deployment", new DeploymentStrategy()),
            of("apps/v1", "ReplicaSet", new ReplicaSetStrategy()),
            of("apps/v1", "StatefulSet", new StatefulSetStrategy()),
            of("autoscaling/v2", "HorizontalPodAutoscaler", new HorizontalPodAutoscalerStrategy()),
            of("batch/v1", "CronJob", new CronJobStrategy()),
            of("batch/v1", "Job", new JobStrategy()),
            of("certificates.k8s.io/v1", "CertificateSigningRequest", new CertificateSigningRequestStrategy()),
            of("coordination.k8s.io/v1", "Lease", new LeaseStrategy()),
            of("discovery.k8s.io/v1", "EndpointSlice", new EndpointSliceStrategy()),
            of(FLOW_CONTROL, "FlowSchema", new FlowSchemaStrategy()),
            of(FLOW_CONTROL, "PriorityLevelConfiguration", new PriorityLevelConfigurationStrategy()),
            of(NETWORKING, "Ingress", new IngressStrategy()),
            of(NETWORKING, "IngressClass", new IngressClassStrategy()),
            of(NETWORKING, "IPAddress"),
            of(NETWORKING, "NetworkPolicy", new NetworkPolicyStrategy()),
            of(NETWORKING, "ServiceCIDR", Preparation.EMPTY_STATUS),
            of("node.k8s.io/v1", "RuntimeClass", new RuntimeClassStrategy()),
            of("policy/v1", "PodDisruptionBudget", new PodDisruptionBudgetStrategy()),
            of(RBAC, "ClusterRole", RoleStrategy.CLUSTER_ROLE),
            of(RBAC, "ClusterRoleBinding", RoleBindingStrategy.CLUSTER_ROLE_BINDING),
            of(RBAC, "Role", RoleStrategy.ROLE),
            of(RBAC, "RoleBinding", RoleBindingStrategy.ROLE_BINDING),
            of(DEVICES, "DeviceClass"),
            of(DEVICES, "ResourceClaim", ResourceClaimStrategy.CLAIM),
            of(DEVICES, "ResourceClaimTemplate", ResourceClaimStrategy.TEMPLATE),
            of(DEVICES, "ResourceSlice"),
            of("scheduling.k8s.io/v1", "PriorityClass", new PriorityClassStrategy()),
            of(STORAGE, "CSIDriver", new CsiDriverStrategy()),
            of(STORAGE, "CSINode", new CsiNodeStrategy()),
            of(STORAGE, "CSIStorageCapacity", new CsiStorageCapacityStrategy()),
            of(STORAGE, "StorageClass", new StorageClassStrategy()),
            of(STORAGE, "VolumeAttachment", new VolumeAttachmentStrategy()),
            of(STORAGE, "VolumeAttributesClass", new VolumeAttributesClassStrategy()));

    private final Strategy definition;

    /// @param language of the rules in the schemas of custom resources
    public Strategies(SchemaRules.Language language) {
        this.definition = Strategy.of(TraitTable.of(DEFINITION), new CustomResourceDefinitionStrategy(language));
    }

    /// @param kind in the version in which objects are kept
    public Strategy of(GroupVersionKind kind) {
        return kind.equals(DEFINITION) ? definition : BY_KIND.getOrDefault(kind, Strategy.PLAIN);
    }

    /// Of a resource as it is served: one kind has stricter rules in its newer version.
    public Strategy of(ResourceType type) {
        Strategy strategy = of(type.storageKind());
        return type.groupVersionKind().equals(NEW_EVENT) ? strategy.with(EventStrategy.NEW) : strategy;
    }

    /// All kinds that have traits or aspects of their own, in the version in which they are kept.
    static Set<GroupVersionKind> kinds() {
        Set<GroupVersionKind> kinds = new HashSet<>(BY_KIND.keySet());
        kinds.add(DEFINITION);
        return kinds;
    }

    private static Map.Entry<GroupVersionKind, Strategy> of(String apiVersion, String kind) {
        GroupVersionKind key = GroupVersionKind.of(apiVersion, kind);
        return entry(key, Strategy.of(TraitTable.of(key)));
    }

    private static Map.Entry<GroupVersionKind, Strategy> of(String apiVersion, String kind, Aspect special) {
        GroupVersionKind key = GroupVersionKind.of(apiVersion, kind);
        return entry(key, Strategy.of(TraitTable.of(key), special));
    }
}
