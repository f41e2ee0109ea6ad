package dev.setpoint.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import org.junit.jupiter.api.Test;

final class TemplateHashTest {
    /// Both were seen in the names that Kubernetes v1.36.4 gave to ReplicaSets.
    @Test
    void isTheOneThatKubernetesGives() {
        assertThat(TemplateHash.of(template("registry.test/app:1"), null)).isEqualTo("867d686969");
        assertThat(TemplateHash.of(template("registry.test/app:2"), null)).isEqualTo("75586fbd94");
    }

    @Test
    void aCollisionMakesItAnother() {
        PodTemplateSpec template = template("registry.test/app:1");
        assertThat(TemplateHash.of(template, 1))
                .isNotEqualTo(TemplateHash.of(template, null))
                .isNotEqualTo(TemplateHash.of(template, 2));
    }

    @Test
    void writesQuantitiesAsKubernetesKeepsThem() {
        assertThat(QuantityDump.of("500m")).isEqualTo(quantity("500", -3, "500m", "DecimalSI"));
        assertThat(QuantityDump.of("1")).isEqualTo(quantity("1", 0, "1", "DecimalSI"));
        assertThat(QuantityDump.of("1.5")).isEqualTo(quantity("15", -1, "", "DecimalSI"));
        assertThat(QuantityDump.of("100Mi")).isEqualTo(quantity("104857600", 0, "100Mi", "BinarySI"));
        assertThat(QuantityDump.of("64Mi")).isEqualTo(quantity("67108864", 0, "", "BinarySI"));
        assertThat(QuantityDump.of("2e3")).isEqualTo(quantity("2", 3, "2e3", "DecimalExponent"));
    }

    private static String quantity(String value, int scale, String text, String format) {
        return "{i:(resource.int64Amount){value:(int64)" + value + " scale:(resource.Scale)" + scale
                + "} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)" + text + " Format:(resource.Format)"
                + format + "}";
    }

    private static PodTemplateSpec template(String image) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels("app", "web")
                .endMetadata()
                .withNewSpec()
                .withAutomountServiceAccountToken(false)
                .addNewContainer()
                .withName("app")
                .withImage(image)
                .withImagePullPolicy("IfNotPresent")
                .withNewResources()
                .endResources()
                .withTerminationMessagePath("/dev/termination-log")
                .withTerminationMessagePolicy("File")
                .endContainer()
                .withDnsPolicy("ClusterFirst")
                .withRestartPolicy("Always")
                .withSchedulerName("none")
                .withNewSecurityContext()
                .endSecurityContext()
                .withTerminationGracePeriodSeconds(0L)
                .endSpec()
                .build();
    }
}
