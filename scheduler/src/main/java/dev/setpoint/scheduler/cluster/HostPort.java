package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A port of the node itself that a pod takes for itself.
public record HostPort(String ip, String protocol, int port) {
    private static final String ANY_ADDRESS = "0.0.0.0";

    /// Of containers and sidecars: those that run as long as the pod does.
    static List<HostPort> read(PodSpec spec) {
        List<HostPort> ports = new ArrayList<>(0);
        for (Container container : spec.getInitContainers()) {
            if ("Always".equals(container.getRestartPolicy())) {
                collect(container, ports);
            }
        }
        for (Container container : spec.getContainers()) {
            collect(container, ports);
        }
        return List.copyOf(ports);
    }

    private static void collect(Container container, List<HostPort> ports) {
        for (ContainerPort port : container.getPorts()) {
            if (port.getHostPort() != null && port.getHostPort() > 0) {
                ports.add(new HostPort(
                        orElse(port.getHostIP(), ANY_ADDRESS), orElse(port.getProtocol(), "TCP"), port.getHostPort()));
            }
        }
    }

    private static String orElse(@Nullable String text, String fallback) {
        return text == null || text.isEmpty() ? fallback : text;
    }

    /// The same port twice is a conflict unless both name different addresses.
    public boolean conflictsWith(HostPort other) {
        return port == other.port
                && protocol.equals(other.protocol)
                && (ip.equals(other.ip) || ip.equals(ANY_ADDRESS) || other.ip.equals(ANY_ADDRESS));
    }

    public static boolean anyConflict(List<HostPort> wanted, Iterable<HostPort> taken) {
        for (HostPort other : taken) {
            for (HostPort port : wanted) {
                if (port.conflictsWith(other)) {
                    return true;
                }
            }
        }
        return false;
    }
}
