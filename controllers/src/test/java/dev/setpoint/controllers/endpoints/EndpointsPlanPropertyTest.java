package dev.setpoint.controllers.endpoints;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any Service, any pods, whatever lies there already: one write, and every pod that is ready can be reached.
final class EndpointsPlanPropertyTest {
    @Test
    void everyWorldConverges() {
        Seeds.check(600, seed -> {
            RandomGenerator random = Seeds.random(seed);
            List<Pod> pods = pods(random);
            Optional<Service> service = random.nextInt(5) > 0 ? Optional.of(service(random)) : Optional.empty();
            Optional<Endpoints> found = random.nextBoolean() ? Optional.of(endpoints(random, pods)) : Optional.empty();
            Optional<Endpoints> after = execute(EndpointsPlan.plan(service, pods, found), found);
            assertThat(EndpointsPlan.plan(service, pods, after))
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
            boolean managed = service.filter(present -> present.getSpec().getSelector() != null
                            && !present.getSpec().getSelector().isEmpty())
                    .isPresent();
            if (managed) {
                assertThat(addresses(after.orElseThrow(), true))
                        .as("seed %d: ready", seed)
                        .containsExactlyInAnyOrderElementsOf(ready(pods));
                assertThat(addresses(after.get(), false))
                        .as("seed %d: not ready", seed)
                        .noneMatch(ready(pods)::contains);
            } else if (service.isPresent()) {
                assertThat(after).as("seed %d: somebody else's", seed).isEqualTo(found);
            } else {
                assertThat(after.filter(left -> !Metadata.annotations(left).containsKey(EndpointsPlan.LEADER)))
                        .as("seed %d: nobody's", seed)
                        .isEmpty();
            }
        });
    }

    private static Optional<Endpoints> execute(Optional<EndpointsPlan.Action> action, Optional<Endpoints> found) {
        if (action.isEmpty()) {
            return found;
        }
        return switch (action.get()) {
            case EndpointsPlan.Action.Create(var endpoints) -> Optional.of(endpoints);
            case EndpointsPlan.Action.Update(var endpoints) -> Optional.of(endpoints);
            case EndpointsPlan.Action.Delete(var _) -> Optional.empty();
        };
    }

    private static List<String> ready(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> Pods.ready(pod) && !Pods.deleting(pod))
                .map(pod -> pod.getStatus().getPodIP())
                .toList();
    }

    private static List<String> addresses(Endpoints endpoints, boolean ready) {
        return endpoints.getSubsets().stream()
                .flatMap(subset -> (ready ? subset.getAddresses() : subset.getNotReadyAddresses()).stream())
                .map(EndpointAddress::getIp)
                .toList();
    }

    private static Service service(RandomGenerator random) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("web")
                .withLabels(random.nextBoolean() ? Map.of("a", "b") : Map.of())
                .endMetadata()
                .withNewSpec()
                .withSelector(random.nextInt(4) > 0 ? Map.of("app", "web") : Map.of())
                .withClusterIP(random.nextInt(3) == 0 ? "None" : "10.96.0.7")
                .addNewPort()
                .withName("http")
                .withPort(80)
                .withProtocol("TCP")
                .withTargetPort(new IntOrString(8080))
                .endPort()
                .endSpec()
                .build();
    }

    private static List<Pod> pods(RandomGenerator random) {
        List<Pod> pods = new ArrayList<>();
        int count = random.nextInt(9);
        for (int index = 0; index < count; index++) {
            Pod pod = Samples.pod("p" + index, Map.of("app", "web"));
            pod = switch (random.nextInt(3)) {
                case 0 -> pod;
                case 1 -> addressed(Samples.running(pod, "n"), index);
                default -> addressed(Samples.ready(pod, "n", Samples.NOW), index);
            };
            pods.add(random.nextInt(5) == 0 ? Samples.deleting(pod) : pod);
        }
        return pods;
    }

    private static Pod addressed(Pod pod, int index) {
        String address = "10.0.0." + (index + 1);
        return new PodBuilder(pod)
                .editStatus()
                .withPodIP(address)
                .addNewPodIP(address)
                .endStatus()
                .build();
    }

    /// An older truth, or somebody's own.
    private static Endpoints endpoints(RandomGenerator random, List<Pod> pods) {
        EndpointsBuilder endpoints = new EndpointsBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("web")
                .withAnnotations(random.nextInt(4) == 0 ? Map.of(EndpointsPlan.LEADER, "x") : Map.of())
                .endMetadata();
        if (!pods.isEmpty() && random.nextBoolean()) {
            endpoints
                    .addNewSubset()
                    .addNewAddress()
                    .withIp("10.0.0." + (1 + random.nextInt(pods.size())))
                    .endAddress()
                    .endSubset();
        }
        return endpoints.build();
    }
}
