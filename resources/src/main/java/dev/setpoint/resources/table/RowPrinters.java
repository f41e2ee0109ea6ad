package dev.setpoint.resources.table;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.resources.ResourceType;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// Finds the printer of a built-in kind.
public final class RowPrinters {
    private static final String BEGINNING_OF_TIME = "0001-01-01T00:00:00Z";
    private static final RowPrinter NAME_AND_TIME = printer(
            subject -> Row.of(subject.name(), subject.textOr(BEGINNING_OF_TIME, "metadata", "creationTimestamp")));
    private static final RowPrinter NAME_AND_AGE = printer(subject -> Row.of(subject.name(), subject.age()));
    private static final Map<GroupVersionKind, RowPrinter> BY_KIND = new HashMap<>();

    static {
        add("v1", "Pod", PodRow::print);
        add("v1", "Namespace", CoreRows::namespace);
        add("v1", "ConfigMap", CoreRows::configMap);
        add("v1", "Secret", CoreRows::secret);
        add("v1", "ServiceAccount", CoreRows::serviceAccount);
        add("v1", "Node", CoreRows::node);
        add("v1", "Event", CoreRows::event);
        add("v1", "ComponentStatus", CoreRows::componentStatus);
        add("v1", "PodTemplate", CoreRows::podTemplate);
        add("v1", "ReplicationController", CoreRows::replicationController);
        add("v1", "ResourceQuota", CoreRows::resourceQuota);
        add("v1", "Service", NetworkRows::service);
        add("v1", "Endpoints", NetworkRows::endpoints);
        add("v1", "PersistentVolume", StorageRows::persistentVolume);
        add("v1", "PersistentVolumeClaim", StorageRows::persistentVolumeClaim);
        add("apps/v1", "Deployment", WorkloadRows::deployment);
        add("apps/v1", "ReplicaSet", WorkloadRows::replicaSet);
        add("apps/v1", "StatefulSet", WorkloadRows::statefulSet);
        add("apps/v1", "DaemonSet", WorkloadRows::daemonSet);
        add("apps/v1", "ControllerRevision", WorkloadRows::controllerRevision);
        add("batch/v1", "Job", WorkloadRows::job);
        add("batch/v1", "CronJob", WorkloadRows::cronJob);
        add("policy/v1", "PodDisruptionBudget", WorkloadRows::podDisruptionBudget);
        add("scheduling.k8s.io/v1", "PriorityClass", WorkloadRows::priorityClass);
        add("node.k8s.io/v1", "RuntimeClass", WorkloadRows::runtimeClass);
        add("autoscaling/v2", "HorizontalPodAutoscaler", AutoscalerRow::autoscaler);
        add("coordination.k8s.io/v1", "Lease", CoreRows::lease);
        add("discovery.k8s.io/v1", "EndpointSlice", NetworkRows::endpointSlice);
        add("networking.k8s.io/v1", "Ingress", NetworkRows::ingress);
        add("networking.k8s.io/v1", "IngressClass", NetworkRows::ingressClass);
        add("networking.k8s.io/v1", "NetworkPolicy", NetworkRows::networkPolicy);
        add("networking.k8s.io/v1", "ServiceCIDR", NetworkRows::serviceCidr);
        add("networking.k8s.io/v1", "IPAddress", NetworkRows::ipAddress);
        add("storage.k8s.io/v1", "StorageClass", StorageRows::storageClassRow);
        add("storage.k8s.io/v1", "VolumeAttributesClass", StorageRows::volumeAttributesClass);
        add("storage.k8s.io/v1", "VolumeAttachment", StorageRows::volumeAttachment);
        add("storage.k8s.io/v1", "CSINode", StorageRows::csiNode);
        add("storage.k8s.io/v1", "CSIDriver", StorageRows::csiDriver);
        BY_KIND.put(kind("resource.k8s.io/v1", "DeviceClass"), NAME_AND_AGE);
        BY_KIND.put(kind("resource.k8s.io/v1", "ResourceClaimTemplate"), NAME_AND_AGE);
        add("resource.k8s.io/v1", "ResourceClaim", StorageRows::resourceClaim);
        add("resource.k8s.io/v1", "ResourceSlice", StorageRows::resourceSlice);
        add("rbac.authorization.k8s.io/v1", "RoleBinding", PolicyRows::roleBinding);
        add("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", PolicyRows::roleBinding);
        add("certificates.k8s.io/v1", "CertificateSigningRequest", PolicyRows::certificateSigningRequest);
        add("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", PolicyRows::webhooks);
        add("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", PolicyRows::webhooks);
        add("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", PolicyRows::validatingPolicy);
        add("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy", PolicyRows::mutatingPolicy);
        add("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", PolicyRows::policyBinding);
        add("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding", PolicyRows::policyBinding);
        add("flowcontrol.apiserver.k8s.io/v1", "FlowSchema", PolicyRows::flowSchema);
        add("flowcontrol.apiserver.k8s.io/v1", "PriorityLevelConfiguration", PolicyRows::priorityLevel);
        add("apiregistration.k8s.io/v1", "APIService", PolicyRows::apiService);
    }

    private RowPrinters() {}

    /// The printer for objects of this resource as they are kept. The default one prints the name and the time of
    /// creation, for which [Columns] has the heads.
    public static RowPrinter of(ResourceType type) {
        return BY_KIND.getOrDefault(type.storageKind(), NAME_AND_TIME);
    }

    private static void add(String apiVersion, String kind, RowPrinter printer) {
        BY_KIND.put(kind(apiVersion, kind), printer);
    }

    private static void add(String apiVersion, String kind, Function<Subject, Row> printer) {
        add(apiVersion, kind, printer(printer));
    }

    private static RowPrinter printer(Function<Subject, Row> printer) {
        return (object, now) -> printer.apply(new Subject(object, now));
    }

    private static GroupVersionKind kind(String apiVersion, String kind) {
        return GroupVersionKind.of(apiVersion, kind);
    }
}
