package dev.setpoint.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.rootca.RootCaController;
import dev.setpoint.controllers.serviceaccount.ServiceAccountController;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every namespace has from the beginning.
final class NamespaceDefaultsTest {
    private static final ObjectKey ACCOUNT = new ObjectKey("one", "default");
    private static final ObjectKey CERTIFICATE = new ObjectKey("one", "kube-root-ca.crt");

    private static LoopWorld world(Mortality mortality) {
        LoopWorld world = new LoopWorld(
                mortality,
                (_, as) -> List.of(
                        ServiceAccountController.of(as.account("service-account-controller")),
                        RootCaController.of(as.account("root-ca-cert-publisher"), "PEM")));
        world.create(namespace("one"));
        world.settle();
        return world;
    }

    @ParameterizedTest
    @EnumSource
    void aNewNamespaceGetsThem(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            assertThat(world.objects(ServiceAccount.class).find(ACCOUNT)).isPresent();
            ConfigMap map = world.objects(ConfigMap.class).get(CERTIFICATE);
            assertThat(map.getData()).isEqualTo(Map.of("ca.crt", "PEM"));
            assertThat(map.getMetadata().getAnnotations())
                    .containsEntry(
                            "kubernetes.io/description",
                            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal"
                                    + " endpoints such as the internal service IP or kubernetes.default.svc. No other"
                                    + " usage is guaranteed across distributions of Kubernetes clusters.");
            world.create(namespace("two"));
            world.settle();
            assertThat(world.objects(ServiceAccount.class).find(new ObjectKey("two", "default")))
                    .isPresent();
            assertThat(world.all(ConfigMap.class))
                    .extracting(one -> one.getMetadata().getNamespace())
                    .containsExactly(
                            "default",
                            "kube-node-lease",
                            "kube-public",
                            "kube-system",
                            "one",
                            Samples.NAMESPACE,
                            "two");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theyComeBack(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.objects(ServiceAccount.class).delete(ACCOUNT, DeleteOptions.DEFAULT);
            world.objects(ConfigMap.class).delete(CERTIFICATE, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.objects(ServiceAccount.class).find(ACCOUNT)).isPresent();
            assertThat(world.objects(ConfigMap.class).find(CERTIFICATE)).isPresent();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aChangedCertificateIsPutRight(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            ConfigMap map = world.objects(ConfigMap.class).get(CERTIFICATE);
            world.objects(ConfigMap.class)
                    .update(map.edit()
                            .editMetadata()
                            .withAnnotations(Map.of("mine", "kept"))
                            .endMetadata()
                            .withData(Map.of("ca.crt", "forged", "more", "x"))
                            .build());
            world.settle();
            ConfigMap repaired = world.objects(ConfigMap.class).get(CERTIFICATE);
            assertThat(repaired.getData()).isEqualTo(Map.of("ca.crt", "PEM"));
            assertThat(repaired.getMetadata().getAnnotations()).containsKeys("mine", "kubernetes.io/description");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNamespaceThatIsGoingAwayGetsNothing(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.objects(Namespace.class).delete(ObjectKey.cluster("one"), DeleteOptions.DEFAULT);
            world.settle();
            world.objects(ServiceAccount.class).delete(ACCOUNT, DeleteOptions.DEFAULT);
            world.objects(ConfigMap.class).delete(CERTIFICATE, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.objects(ServiceAccount.class).find(ACCOUNT)).isEmpty();
            assertThat(world.objects(ConfigMap.class).find(CERTIFICATE)).isEmpty();
        }
    }

    private static Namespace namespace(String name) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withFinalizers("kubernetes")
                .endSpec()
                .build();
    }
}
