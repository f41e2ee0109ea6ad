package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.base.Env;
import java.util.List;

/// The plug-ins in Kubernetes' order.
public final class BuiltInAdmission {
    private BuiltInAdmission() {}

    public static AdmissionPlugin chain(Env env) {
        return new AdmissionPlugin.Chain(List.of(
                new NamespaceLifecycle(),
                new ServiceAccountAdmission(env),
                new TaintNodesByCondition(),
                new PriorityAdmission(),
                new DefaultTolerationSeconds(),
                new DefaultStorageClass(),
                new StorageObjectInUseProtection(),
                new VolumeClaimResize(),
                new RuntimeClassAdmission(),
                new DefaultIngressClass()));
    }
}
