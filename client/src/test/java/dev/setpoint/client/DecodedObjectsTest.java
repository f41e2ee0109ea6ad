package dev.setpoint.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.DecodedObjects.MutationCheck;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecodedObjectsTest {
    private static final String POD =
            "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"namespace\":\"ns\",\"uid\":\"u\"},"
                    + "\"spec\":{\"nodeName\":\"n\"}}";
    private static final long PLENTY = 1 << 30;

    private final DecodedObjects objects = new DecodedObjects(PLENTY, MutationCheck.ON);
    private final Typed<Pod> pods = Typed.of(Pod.class).in(objects);

    @Test
    void decodesOneValueOnce() {
        Stored stored = StoredObjects.stored("pods", POD, 42);
        Pod first = pods.decode(stored);
        assertThat(pods.decode(stored)).isSameAs(first);
        assertThat(Typed.of(Pod.class).in(objects).decode(stored)).isSameAs(first);
        assertThat(pods.decode(stored.at(43)).getMetadata().getResourceVersion())
                .isEqualTo("43");
    }

    @Test
    void neverMixesWorldsWithEqualObjects() {
        Pod first = pods.decode(StoredObjects.stored("pods", POD, 42));
        assertThat(pods.decode(StoredObjects.stored("pods", POD, 42)))
                .isNotSameAs(first)
                .isEqualTo(first);
    }

    @Test
    void keepsEachFormOfAValue() {
        Stored stored = StoredObjects.stored("pods", POD, 42);
        Typed<Pod> shorter = Typed.of(Pod.class).without("spec").in(objects);
        Pod whole = pods.decode(stored);
        Pod part = shorter.decode(stored);
        assertThat(whole.getSpec().getNodeName()).isEqualTo("n");
        assertThat(part.getSpec()).isNull();
        assertThat(pods.decode(stored)).isSameAs(whole);
        assertThat(shorter.decode(stored)).isSameAs(part);
    }

    @Test
    void keepsNothingForOneWhoReadsByTheDescriptionAlone() {
        Stored stored = StoredObjects.stored("pods", POD, 42);
        assertThat(Typed.of(Pod.class).decode(stored))
                .isNotSameAs(Typed.of(Pod.class).decode(stored));
    }

    @Test
    void findsOutWhoChangesASharedObject() {
        Stored stored = StoredObjects.stored("pods", POD, 44);
        pods.decode(stored).getMetadata().setLabels(Map.of("changed", "in place"));
        assertThatThrownBy(() -> pods.decode(stored))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("pods/ns/p@44 was changed by a reader");
    }

    @Test
    void givesThePlaceOfAnEarlierValueToALaterOne() {
        pods.decode(StoredObjects.stored("pods", POD, 1));
        long one = objects.bytes();
        for (int revision = 2; revision < 10; revision++) {
            pods.decode(StoredObjects.stored("pods", POD, revision));
        }
        assertThat(objects.bytes()).isEqualTo(one).isPositive();
    }

    @Test
    @SuppressWarnings("ReferenceEquality") // Identity is the question.
    void keepsWhatOneSetOfFiveThousandPodsLooksAt() {
        List<Stored> stored = named(5000);
        List<Pod> first = stored.stream().map(pods::decode).toList();
        long again = 0;
        for (int i = 0; i < stored.size(); i++) {
            again += pods.decode(stored.get(i)) == first.get(i) ? 0 : 1;
        }
        assertThat(again).isLessThan(10);
    }

    @Test
    void holdsAllKindsTogetherWithinOneBudget() {
        List<Stored> stored = named(1000);
        pods.decode(stored.getFirst());
        long budget = 100 * objects.bytes();
        DecodedObjects few = new DecodedObjects(budget, MutationCheck.OFF);
        Typed<Pod> fewPods = Typed.of(Pod.class).in(few);
        Typed<ConfigMap> fewMaps = Typed.of(ConfigMap.class).in(few);
        HasMetadata often = fewPods.decode(stored.getFirst());
        for (Stored each : stored) {
            fewPods.decode(each);
            fewMaps.decode(StoredObjects.stored(
                    "configmaps",
                    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\""
                            + each.key().name() + "\",\"namespace\":\"ns\"}}",
                    each.revision()));
            assertThat(few.bytes()).isBetween(1L, budget);
            assertThat(fewPods.decode(stored.getFirst()))
                    .as("what is asked for stays")
                    .isSameAs(often);
        }
    }

    @Test
    void forgetsEverythingWithItsOwner() {
        Stored stored = StoredObjects.stored("pods", POD, 42);
        pods.decode(stored);
        objects.close();
        assertThat(objects.bytes()).isZero();
        assertThat(pods.decode(stored)).isNotSameAs(pods.decode(stored));
        assertThat(objects.bytes()).isZero();
    }

    private static List<Stored> named(int count) {
        List<Stored> stored = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stored.add(StoredObjects.stored("pods", POD.replace("\"p\"", "\"pod-" + i + "\""), i + 1));
        }
        return stored;
    }
}
