package dev.setpoint.controllers.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class VolumeControllersTest {
    private static final ObjectKey CLAIM = new ObjectKey(Samples.NAMESPACE, "c");

    private static LoopWorld world(Mortality mortality) {
        return new LoopWorld(
                mortality,
                (_, as) -> List.of(
                        VolumeControllers.claims(as.account("persistent-volume-binder")),
                        VolumeControllers.volumes(as.account("persistent-volume-binder"))));
    }

    @ParameterizedTest
    @EnumSource
    void aClaimGetsTheSmallestVolumeThatFits(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(volume("small", "1Gi"));
            world.create(volume("middle", "5Gi"));
            world.create(volume("large", "9Gi"));
            world.create(claim("3Gi", "manual"));
            world.settle();
            PersistentVolumeClaim bound =
                    world.objects(PersistentVolumeClaim.class).get(CLAIM);
            assertThat(bound.getSpec().getVolumeName()).isEqualTo("middle");
            assertThat(bound.getStatus().getPhase()).isEqualTo("Bound");
            assertThat(bound.getStatus().getCapacity()).containsEntry("storage", new Quantity("5Gi"));
            assertThat(world.all(PersistentVolume.class))
                    .extracting(VolumeFacts::phase)
                    .containsExactly("Available", "Bound", "Available");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoClaimsNeverShareAVolume(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(volume("only", "5Gi"));
            world.create(claim("1Gi", "manual"));
            world.create(claim("1Gi", "manual")
                    .edit()
                    .editMetadata()
                    .withName("d")
                    .endMetadata()
                    .build());
            world.settle();
            assertThat(world.all(PersistentVolumeClaim.class))
                    .filteredOn(claim -> VolumeFacts.volumeName(claim).equals("only"))
                    .hasSize(1);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLocalClassMakesAVolumeAndTakesItBack(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(storageClass("Immediate"));
            world.create(claim("1Gi", "local"));
            world.settle();
            assertThat(VolumeFacts.phase(
                            world.objects(PersistentVolumeClaim.class).get(CLAIM)))
                    .isEqualTo("Bound");
            assertThat(world.created("persistentvolumes")).isEqualTo(1);
            world.objects(PersistentVolumeClaim.class).delete(CLAIM, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.all(PersistentVolumeClaim.class)).isEmpty();
            assertThat(world.all(PersistentVolume.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClaimThatAskedForTheDefaultClassGetsItWhenThereIsOne(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            PersistentVolumeClaim asking = claim("1Gi", "");
            asking.getSpec().setStorageClassName(null);
            world.create(asking);
            PersistentVolumeClaim refusing = claim("1Gi", "");
            refusing.getMetadata().setName("without");
            world.create(refusing);
            world.settle();
            assertThat(world.all(PersistentVolumeClaim.class))
                    .extracting(VolumeFacts::phase)
                    .doesNotContain("Bound");

            world.create(storageClass("Immediate")
                    .edit()
                    .editMetadata()
                    .addToAnnotations("storageclass.kubernetes.io/is-default-class", "true")
                    .endMetadata()
                    .build());
            world.settle();
            PersistentVolumeClaim given =
                    world.objects(PersistentVolumeClaim.class).get(CLAIM);
            assertThat(given.getSpec().getStorageClassName()).isEqualTo("local");
            assertThat(VolumeFacts.phase(given)).isEqualTo("Bound");
            PersistentVolumeClaim without =
                    world.objects(PersistentVolumeClaim.class).get(new ObjectKey(Samples.NAMESPACE, "without"));
            assertThat(without.getSpec().getStorageClassName()).isEmpty();
            assertThat(VolumeFacts.volumeName(without)).isEmpty();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRetainedVolumeIsReleased(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(volume("kept", "1Gi"));
            world.create(claim("1Gi", "manual"));
            world.settle();
            world.objects(PersistentVolumeClaim.class).delete(CLAIM, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(VolumeFacts.phase(world.objects(PersistentVolume.class).get(ObjectKey.cluster("kept"))))
                    .isEqualTo("Released");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClaimInUseStays(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(claim("1Gi", "manual"));
            Pod user = Samples.running(Samples.pod("user", Map.of()), "node")
                    .edit()
                    .editSpec()
                    .addNewVolume()
                    .withName("data")
                    .withNewPersistentVolumeClaim("c", false)
                    .endVolume()
                    .endSpec()
                    .build();
            world.create(user);
            world.settle();
            world.objects(PersistentVolumeClaim.class).delete(CLAIM, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.objects(PersistentVolumeClaim.class).find(CLAIM)).isPresent();
            world.objects(Pod.class).delete(ObjectKey.of(user), DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.objects(PersistentVolumeClaim.class).find(CLAIM)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWaitingClassWaitsForItsFirstConsumer(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(storageClass("WaitForFirstConsumer"));
            world.create(claim("1Gi", "local"));
            world.settle();
            assertThat(world.all(PersistentVolume.class)).isEmpty();
            PersistentVolumeClaim waiting =
                    world.objects(PersistentVolumeClaim.class).get(CLAIM);
            world.objects(PersistentVolumeClaim.class)
                    .update(waiting.edit()
                            .editMetadata()
                            .addToAnnotations(VolumeFacts.SELECTED_NODE, "node")
                            .endMetadata()
                            .build());
            world.settle();
            assertThat(VolumeFacts.phase(
                            world.objects(PersistentVolumeClaim.class).get(CLAIM)))
                    .isEqualTo("Bound");
            world.assertQuiet();
        }
    }

    private static PersistentVolume volume(String name, String size) {
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(name)
                .withFinalizers(VolumeFacts.VOLUME_PROTECTION)
                .endMetadata()
                .withNewSpec()
                .withCapacity(Map.of("storage", new Quantity(size)))
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName("manual")
                .withPersistentVolumeReclaimPolicy("Retain")
                .withNewHostPath()
                .withPath("/data")
                .endHostPath()
                .endSpec()
                .build();
    }

    private static PersistentVolumeClaim claim(String size, String storageClass) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("c")
                .withFinalizers(VolumeFacts.CLAIM_PROTECTION)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(storageClass)
                .withNewResources()
                .addToRequests("storage", new Quantity(size))
                .endResources()
                .endSpec()
                .build();
    }

    private static StorageClass storageClass(String mode) {
        return new StorageClassBuilder()
                .withNewMetadata()
                .withName("local")
                .endMetadata()
                .withProvisioner(VolumeFacts.LOCAL)
                .withReclaimPolicy("Delete")
                .withVolumeBindingMode(mode)
                .build();
    }
}
