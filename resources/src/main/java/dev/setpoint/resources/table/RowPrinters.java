package dev.setpoint.resources.table;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.resources.ResourceType;

/// Finds the printer of a built-in kind. A switch and not a map of functions: nothing is linked before it is used.
public final class RowPrinters {
    private static final String BEGINNING_OF_TIME = "0001-01-01T00:00:00Z";

    private RowPrinters() {}

    /// The printer for objects of this resource as they are kept. The default one prints the name and the time of
    /// creation, for which [Columns] has the heads.
    public static RowPrinter of(ResourceType type) {
        GroupVersionKind kind = type.storageKind();
        return (object, now) -> print(kind, new Subject(object, now));
    }

    private static Row print(GroupVersionKind kind, Subject subject) {
        return switch (kind.group()) {
            case "" -> core(kind.kind(), subject);
            case "admissionregistration.k8s.io" -> admission(kind.kind(), subject);
            case "apps", "batch", "policy", "scheduling.k8s.io", "node.k8s.io", "autoscaling" ->
                workload(kind.kind(), subject);
            case "networking.k8s.io", "discovery.k8s.io" -> network(kind.kind(), subject);
            case "storage.k8s.io", "resource.k8s.io" -> storage(kind.kind(), subject);
            case "coordination.k8s.io",
                    "rbac.authorization.k8s.io",
                    "certificates.k8s.io",
                    "flowcontrol.apiserver.k8s.io",
                    "apiregistration.k8s.io" -> other(kind.kind(), subject);
            default -> nameAndTime(subject);
        };
    }

    private static Row core(String kind, Subject subject) {
        return switch (kind) {
            case "Pod" -> PodRow.print(subject);
            case "Namespace" -> CoreRows.namespace(subject);
            case "ConfigMap" -> CoreRows.configMap(subject);
            case "Secret" -> CoreRows.secret(subject);
            case "ServiceAccount" -> nameAndAge(subject);
            case "Node" -> CoreRows.node(subject);
            case "Event" -> CoreRows.event(subject);
            case "ComponentStatus" -> CoreRows.componentStatus(subject);
            case "PodTemplate" -> CoreRows.podTemplate(subject);
            case "ReplicationController" -> CoreRows.replicationController(subject);
            case "ResourceQuota" -> CoreRows.resourceQuota(subject);
            case "Service" -> NetworkRows.service(subject);
            case "Endpoints" -> NetworkRows.endpoints(subject);
            case "PersistentVolume" -> StorageRows.persistentVolume(subject);
            case "PersistentVolumeClaim" -> StorageRows.persistentVolumeClaim(subject);
            default -> nameAndTime(subject);
        };
    }

    private static Row workload(String kind, Subject subject) {
        return switch (kind) {
            case "Deployment" -> WorkloadRows.deployment(subject);
            case "ReplicaSet" -> WorkloadRows.replicaSet(subject);
            case "StatefulSet" -> WorkloadRows.statefulSet(subject);
            case "DaemonSet" -> WorkloadRows.daemonSet(subject);
            case "ControllerRevision" -> WorkloadRows.controllerRevision(subject);
            case "Job" -> WorkloadRows.job(subject);
            case "CronJob" -> WorkloadRows.cronJob(subject);
            case "PodDisruptionBudget" -> WorkloadRows.podDisruptionBudget(subject);
            case "PriorityClass" -> WorkloadRows.priorityClass(subject);
            case "RuntimeClass" -> WorkloadRows.runtimeClass(subject);
            case "HorizontalPodAutoscaler" -> AutoscalerRow.autoscaler(subject);
            default -> nameAndTime(subject);
        };
    }

    private static Row network(String kind, Subject subject) {
        return switch (kind) {
            case "EndpointSlice" -> NetworkRows.endpointSlice(subject);
            case "Ingress" -> NetworkRows.ingress(subject);
            case "IngressClass" -> NetworkRows.ingressClass(subject);
            case "NetworkPolicy" -> NetworkRows.networkPolicy(subject);
            case "ServiceCIDR" -> NetworkRows.serviceCidr(subject);
            case "IPAddress" -> NetworkRows.ipAddress(subject);
            default -> nameAndTime(subject);
        };
    }

    private static Row storage(String kind, Subject subject) {
        return switch (kind) {
            case "StorageClass" -> StorageRows.storageClassRow(subject);
            case "VolumeAttributesClass" -> StorageRows.volumeAttributesClass(subject);
            case "VolumeAttachment" -> StorageRows.volumeAttachment(subject);
            case "CSINode" -> StorageRows.csiNode(subject);
            case "CSIDriver" -> StorageRows.csiDriver(subject);
            case "DeviceClass", "ResourceClaimTemplate" -> nameAndAge(subject);
            case "ResourceClaim" -> StorageRows.resourceClaim(subject);
            case "ResourceSlice" -> StorageRows.resourceSlice(subject);
            default -> nameAndTime(subject);
        };
    }

    private static Row admission(String kind, Subject subject) {
        return switch (kind) {
            case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration" -> PolicyRows.webhooks(subject);
            case "ValidatingAdmissionPolicy" -> PolicyRows.validatingPolicy(subject);
            case "MutatingAdmissionPolicy" -> PolicyRows.mutatingPolicy(subject);
            case "MutatingAdmissionPolicyBinding", "ValidatingAdmissionPolicyBinding" ->
                PolicyRows.policyBinding(subject);
            default -> nameAndTime(subject);
        };
    }

    /// Groups with a kind or two.
    private static Row other(String kind, Subject subject) {
        return switch (kind) {
            case "Lease" -> CoreRows.lease(subject);
            case "RoleBinding", "ClusterRoleBinding" -> PolicyRows.roleBinding(subject);
            case "CertificateSigningRequest" -> PolicyRows.certificateSigningRequest(subject);
            case "FlowSchema" -> PolicyRows.flowSchema(subject);
            case "PriorityLevelConfiguration" -> PolicyRows.priorityLevel(subject);
            case "APIService" -> PolicyRows.apiService(subject);
            default -> nameAndTime(subject);
        };
    }

    private static Row nameAndAge(Subject subject) {
        return Row.of(subject.name(), subject.age());
    }

    private static Row nameAndTime(Subject subject) {
        return Row.of(subject.name(), subject.textOr(BEGINNING_OF_TIME, "metadata", "creationTimestamp"));
    }
}
