package dev.setpoint.scheduler.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodRequestsTest {
    @Test
    void containersAddUpAndTheLargestInitContainerCounts() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .addToInitContainers(container("first", "2", "1G"), container("second", "2", "3G"))
                .addToContainers(container("a", "2", "1G"), container("b", "1", "1G"))
                .endSpec()
                .build();

        assertThat(PodRequests.specified(pod)).isEqualTo(new Resources(3000, 3_000_000_000L, 0));
    }

    @Test
    void sidecarsRunBesideLaterInitContainersAndBesideTheContainers() {
        Container sidecar = new ContainerBuilder(container("sidecar", "100m", "0"))
                .withRestartPolicy("Always")
                .build();
        Pod pod = new PodBuilder()
                .withNewSpec()
                .addToInitContainers(container("early", "550m", "0"), sidecar, container("late", "500m", "0"))
                .addToContainers(container("a", "200m", "0"), container("b", "100m", "0"))
                .endSpec()
                .build();

        assertThat(PodRequests.specified(pod).milliCpu()).isEqualTo(600);
    }

    @Test
    void requestsOfThePodReplaceTheSumAndOverheadComesOnTop() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .addToContainers(container("a", "200m", "1Gi"))
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .addToOverhead("cpu", new Quantity("250m"))
                .endSpec()
                .build();

        assertThat(PodRequests.specified(pod)).isEqualTo(new Resources(1250, 1L << 30, 0));
    }

    @Test
    void amountsAreRoundedUpAndScalarsAreCountedByName() {
        Resources read = Resources.read(Map.of(
                "cpu", new Quantity("0.1005"),
                "memory", new Quantity("1500m"),
                "example.com/gpu", new Quantity("2"),
                "hugepages-2Mi", new Quantity("4Mi"),
                "pods", new Quantity("7")));

        assertThat(read.milliCpu()).isEqualTo(101);
        assertThat(read.memory()).isEqualTo(2);
        assertThat(read.scalars())
                .containsExactlyInAnyOrderEntriesOf(Map.of("example.com/gpu", 2L, "hugepages-2Mi", 4L << 20));
    }

    @Test
    void scoringCountsContainersThatSayNothing() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .addNewContainer()
                .withName("silent")
                .endContainer()
                .addToContainers(container("zero", "0", "0"))
                .endSpec()
                .build();

        assertThat(PodRequests.specified(pod).isNone()).isTrue();
        assertThat(PodRequests.forScoring(pod)).isEqualTo(new Resources(100, 200L << 20, 0));
    }

    @Test
    void duringAResizeThePodHoldsTheLargerAmountAndSaysSo() {
        Pod pod = new PodBuilder(Fixtures.pod("resized", Map.of("cpu", "1")))
                .withNewStatus()
                .addToContainerStatuses(new ContainerStatusBuilder()
                        .withName("main")
                        .withResources(new ResourceRequirementsBuilder()
                                .addToRequests("cpu", new Quantity("2"))
                                .build())
                        .addToAllocatedResources("cpu", new Quantity("1500m"))
                        .build())
                .endStatus()
                .build();

        PodInfo info = PodInfo.read(pod);

        assertThat(info.held().milliCpu()).isEqualTo(2000);
        assertThat(info.resizing()).isTrue();
    }

    private static Container container(String name, String cpu, String memory) {
        return new ContainerBuilder()
                .withName(name)
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .addToRequests("memory", new Quantity(memory))
                .endResources()
                .build();
    }
}
