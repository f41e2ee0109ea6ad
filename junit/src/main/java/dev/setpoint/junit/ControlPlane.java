package dev.setpoint.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives tests a Kubernetes cluster.
///
///     @ControlPlane
///     class BackupTest {
///         KubernetesClient client;
///
///         @Test
///         void backsUpEveryNight(Clock clock) {
///             client.resource(nightlyCronJob()).create();
///             clock.advance(Duration.ofDays(7));
///             assertThat(client.batch().v1().jobs().list().getItems()).hasSize(7);
///         }
///     }
///
/// Fields and parameters of these types are filled in: [Cluster], [Clock], fabric8's `KubernetesClient` and `Config`,
/// and the official client's `ApiClient`. Each test has a cluster of its own; a static field makes it one for all
/// tests of the class.
///
/// No file of yours is read or written: no kubeconfig, no environment.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ControlPlaneExtension.class)
public @interface ControlPlane {
    /// How many simulated nodes run pods: `node-1`, `node-2`, ...
    int nodes() default 1;

    /// When the cluster's clock begins: `2026-03-01T00:00:00Z`. Now, unless it is given.
    String start() default "";
}
