package dev.setpoint.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Typed;
import dev.setpoint.scheduler.cluster.Fixtures;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VolumeSchedulingTest {
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private final World world = new World(1);

    @BeforeEach
    void twoNodes() {
        world.create(Fixtures.node("n1", "8", "8Gi", 10));
        world.create(Fixtures.node("n2", "8", "8Gi", 10));
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aMissingClaimIsNamed() {
        world.create(using("data"));
        world.env.settle();

        assertThat(why())
                .isEqualTo("0/2 nodes are available: persistentvolumeclaim \"data\" not found."
                        + " preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.");
    }

    @Test
    void anUnboundImmediateClaimIsWaitedFor() {
        world.claims.create(claim("data", ""));
        world.create(using("data"));
        world.env.settle();
        assertThat(why())
                .isEqualTo("0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims."
                        + " preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.");

        world.create(localTo("n2", volume("disk", "")));
        bind("data", "disk");
        world.env.advance(Duration.ofSeconds(2));

        assertThat(world.nodeOf("web")).isEqualTo("n2");
    }

    @Test
    void aVolumeThatCannotBeReadHoldsUpOnlyThePodThatNeedsIt() {
        world.classes.create(waiting("fast", "example.com/disks"));
        world.create(sized("disk", "fast", "11Gi"));
        world.corrupt(disk(), "11Gi", "rubbish");
        world.claims.create(claim("data", "fast"));
        world.create(using("data"));
        world.create(Fixtures.pod("other", Map.of()));
        world.env.settle();
        assertThat(world.nodeOf("other")).isNotEmpty();
        assertThat(world.nodeOf("web")).isEmpty();

        world.corrupt(disk(), "rubbish", "11Gi");
        world.env.advance(Duration.ofSeconds(5));
        bind("data", "disk");
        world.env.advance(Duration.ofSeconds(5));
        assertThat(world.nodeOf("web")).isNotEmpty();
    }

    @Test
    void aVolumeOutOfReachIsSaid() {
        world.create(localTo("n9", volume("disk", "")));
        world.claims.create(claim("data", ""));
        bind("data", "disk");
        world.create(using("data"));
        world.env.settle();

        assertThat(why())
                .startsWith("0/2 nodes are available: 2 node(s) didn't match PersistentVolume's node affinity.");
    }

    @Test
    void aClaimThatWaitsForItsConsumerIsProvisionedOnTheChosenNode() {
        world.classes.create(waiting("fast", "example.com/disks"));
        world.claims.create(claim("data", "fast"));
        world.create(using("data"));
        world.env.settle();

        String node = claim("data").getMetadata().getAnnotations().getOrDefault(SELECTED_NODE, "");
        assertThat(node).isIn("n1", "n2");
        assertThat(world.nodeOf("web")).isEmpty();

        world.create(localTo(node, volume("made", "fast")));
        bind("data", "made");
        world.env.settle();

        assertThat(world.nodeOf("web")).isEqualTo(node);
    }

    @Test
    void whenTheProvisionerGivesUpAnotherNodeIsTried() {
        world.classes.create(waiting("fast", "example.com/disks"));
        world.claims.create(claim("data", "fast"));
        world.create(using("data"));
        world.env.settle();

        world.claims.update(new PersistentVolumeClaimBuilder(claim("data"))
                .editMetadata()
                .withAnnotations(Map.of())
                .endMetadata()
                .build());
        world.env.advance(Duration.ofSeconds(3));

        assertThat(claim("data").getMetadata().getAnnotations()).containsKey(SELECTED_NODE);
    }

    @Test
    void aVolumeThatIsThereIsTakenOnceAndTheSmallestThatWillDo() {
        world.classes.create(waiting("local", "kubernetes.io/no-provisioner"));
        world.create(localTo("n1", sized("small", "local", "1Gi")));
        world.create(localTo("n1", sized("fitting", "local", "5Gi")));
        world.create(localTo("n1", sized("large", "local", "50Gi")));
        world.claims.create(claim("data", "local"));
        world.claims.create(claim("more", "local"));
        world.create(using("data"));
        world.create(new PodBuilder(using("more"))
                .editMetadata()
                .withName("second")
                .endMetadata()
                .build());
        world.env.settle();

        assertThat(world.volumes.get(new ObjectKey("", "small")).getSpec().getClaimRef())
                .isNull();
        assertThat(world.volumes
                        .get(new ObjectKey("", "fitting"))
                        .getSpec()
                        .getClaimRef()
                        .getName())
                .isEqualTo("data");
        assertThat(world.volumes
                        .get(new ObjectKey("", "large"))
                        .getSpec()
                        .getClaimRef()
                        .getName())
                .isEqualTo("more");
    }

    @Test
    void whereNoVolumeIsFreeNodesAreTurnedDown() {
        world.classes.create(waiting("local", "kubernetes.io/no-provisioner"));
        world.claims.create(claim("data", "local"));
        world.create(using("data"));
        world.env.settle();

        assertThat(why())
                .startsWith("0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind.");
    }

    @Test
    void aClaimForOnePodServesOneAtATime() {
        world.create(new PersistentVolumeBuilder(volume("disk", ""))
                .editSpec()
                .withAccessModes("ReadWriteOncePod")
                .endSpec()
                .build());
        world.claims.create(new PersistentVolumeClaimBuilder(claim("data", ""))
                .editSpec()
                .withAccessModes("ReadWriteOncePod")
                .endSpec()
                .build());
        bind("data", "disk");
        world.create(using("data"));
        world.env.settle();
        world.create(new PodBuilder(using("data"))
                .editMetadata()
                .withName("second")
                .endMetadata()
                .build());
        world.env.settle();
        assertThat(world.nodeOf("web")).isNotEmpty();
        assertThat(world.scheduled("second").orElseThrow().getMessage())
                .startsWith("0/2 nodes are available: 2 node has pod using PersistentVolumeClaim with the same name and"
                        + " ReadWriteOncePod access mode.");

        world.deletePod("web");
        world.env.advance(Duration.ofSeconds(2));

        assertThat(world.nodeOf("second")).isNotEmpty();
    }

    @Test
    void aPodIsNotBoundThatWasDeletedWhileItsVolumeWasMade() {
        world.classes.create(waiting("fast", "example.com/disks"));
        world.claims.create(claim("data", "fast"));
        world.create(using("data"));
        world.env.settle();
        world.deletePod("web");
        world.env.settle();
        long bindings = bindings();

        world.create(volume("made", "fast"));
        bind("data", "made");
        world.env.settle();

        assertThat(bindings()).isEqualTo(bindings);
    }

    private long bindings() {
        return world.faults.calls().stream()
                .filter(call -> call.target().subresource().equals("binding"))
                .count();
    }

    private static Target disk() {
        return Typed.of(PersistentVolume.class).object(ObjectKey.cluster("disk"));
    }

    private String why() {
        return world.scheduled("web").orElseThrow().getMessage();
    }

    private PersistentVolumeClaim claim(String name) {
        return world.claims.get(new ObjectKey("default", name));
    }

    /// What the controller of volumes does when claim and volume belong together.
    private void bind(String claim, String volume) {
        world.claims.update(new PersistentVolumeClaimBuilder(claim(claim))
                .editMetadata()
                .addToAnnotations("pv.kubernetes.io/bind-completed", "yes")
                .endMetadata()
                .editSpec()
                .withVolumeName(volume)
                .endSpec()
                .build());
    }

    private static Pod using(String claim) {
        return new PodBuilder(Fixtures.pod("web", Map.of()))
                .editSpec()
                .addNewVolume()
                .withName("data")
                .withNewPersistentVolumeClaim(claim, false)
                .endVolume()
                .endSpec()
                .build();
    }

    private static PersistentVolumeClaim claim(String name, String storageClass) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withStorageClassName(storageClass)
                .withAccessModes("ReadWriteOnce")
                .withNewResources()
                .addToRequests("storage", new Quantity("2Gi"))
                .endResources()
                .endSpec()
                .build();
    }

    private static PersistentVolume volume(String name, String storageClass) {
        return sized(name, storageClass, "10Gi");
    }

    private static PersistentVolume sized(String name, String storageClass, String size) {
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withStorageClassName(storageClass)
                .withAccessModes("ReadWriteOnce")
                .addToCapacity("storage", new Quantity(size))
                .withNewHostPath()
                .withPath("/data")
                .endHostPath()
                .endSpec()
                .withNewStatus()
                .withPhase("Available")
                .endStatus()
                .build();
    }

    private static PersistentVolume localTo(String node, PersistentVolume volume) {
        return new PersistentVolumeBuilder(volume)
                .editSpec()
                .withNewNodeAffinity()
                .withNewRequired()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey("kubernetes.io/hostname")
                .withOperator("In")
                .withValues(node)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .endRequired()
                .endNodeAffinity()
                .endSpec()
                .build();
    }

    private static StorageClass waiting(String name, String provisioner) {
        return new StorageClassBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withProvisioner(provisioner)
                .withVolumeBindingMode("WaitForFirstConsumer")
                .build();
    }
}
