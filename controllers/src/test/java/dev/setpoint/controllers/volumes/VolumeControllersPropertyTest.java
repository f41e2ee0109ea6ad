package dev.setpoint.controllers.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Any volumes, any claims, coming and going: in the end each bound claim and its volume name one another, no volume
/// serves two, no claim waits for what is there, and all is quiet. The binding is two objects and up to four writes:
/// here they are executed one life after the other.
final class VolumeControllersPropertyTest {
    @ParameterizedTest
    @EnumSource
    void everyWorldConverges(Mortality mortality) {
        Seeds.check(mortality == Mortality.IMMORTAL ? 40 : 12, seed -> {
            RandomGenerator random = Seeds.random(seed);
            try (LoopWorld world = new LoopWorld(
                    mortality,
                    (_, as) -> List.of(
                            VolumeControllers.claims(as.account("persistent-volume-binder")),
                            VolumeControllers.volumes(as.account("persistent-volume-binder"))))) {
                world.create(new StorageClassBuilder()
                        .withNewMetadata()
                        .withName("local")
                        .endMetadata()
                        .withProvisioner(VolumeFacts.LOCAL)
                        .build());
                people(world, random);
                world.settle();
                assertPaired(world, seed);
                world.assertQuiet();
            }
        });
    }

    private static void people(LoopWorld world, RandomGenerator random) {
        int steps = 3 + random.nextInt(8);
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(4)) {
                case 0 -> world.create(volume("v" + step, random));
                case 1, 2 -> world.create(claim("c" + step, random));
                default -> {
                    List<PersistentVolumeClaim> claims = world.all(PersistentVolumeClaim.class).stream()
                            .filter(claim -> !claim.isMarkedForDeletion())
                            .toList();
                    if (!claims.isEmpty()) {
                        world.objects(PersistentVolumeClaim.class).delete(claims.get(random.nextInt(claims.size())));
                    }
                }
            }
            if (random.nextBoolean()) {
                world.settle();
            }
        }
    }

    private static void assertPaired(LoopWorld world, long seed) {
        List<String> taken = new ArrayList<>();
        for (PersistentVolumeClaim claim : world.all(PersistentVolumeClaim.class)) {
            String name = VolumeFacts.volumeName(claim);
            if (name.isEmpty()) {
                assertThat(VolumeFacts.match(claim, world.all(PersistentVolume.class)))
                        .as("seed %d: %s waits", seed, Metadata.name(claim))
                        .isEmpty();
                continue;
            }
            taken.add(name);
            PersistentVolume volume = world.objects(PersistentVolume.class).get(ObjectKey.cluster(name));
            assertThat(VolumeFacts.reservedFor(volume, claim))
                    .as("seed %d: %s and %s", seed, Metadata.name(claim), name)
                    .isTrue();
            assertThat(List.of(VolumeFacts.phase(claim), VolumeFacts.phase(volume)))
                    .as("seed %d: %s", seed, name)
                    .containsOnly("Bound");
        }
        assertThat(taken).as("seed %d", seed).doesNotHaveDuplicates();
        assertThat(world.all(PersistentVolume.class))
                .as("seed %d: what serves nobody", seed)
                .filteredOn(volume -> !taken.contains(Metadata.name(volume)))
                .allMatch(volume -> List.of("Available", "Released").contains(VolumeFacts.phase(volume)));
    }

    private static PersistentVolume volume(String name, RandomGenerator random) {
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withCapacity(Map.of("storage", new Quantity(1 + random.nextInt(5) + "Gi")))
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName("manual")
                .withPersistentVolumeReclaimPolicy("Retain")
                .withNewHostPath()
                .withPath("/data")
                .endHostPath()
                .endSpec()
                .build();
    }

    private static PersistentVolumeClaim claim(String name, RandomGenerator random) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName(name)
                .addToFinalizers(VolumeFacts.CLAIM_PROTECTION)
                .endMetadata()
                .withNewSpec()
                .withAccessModes("ReadWriteOnce")
                .withStorageClassName(random.nextInt(3) == 0 ? "local" : "manual")
                .withNewResources()
                .addToRequests("storage", new Quantity(1 + random.nextInt(4) + "Gi"))
                .endResources()
                .endSpec()
                .build();
    }
}
