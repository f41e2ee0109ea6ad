package dev.setpoint.server;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.apiserver.authn.Credential;
import dev.setpoint.apiserver.authn.Kubeconfig;
import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.server.process.ControllerDuty;
import dev.setpoint.server.process.SchedulerDuty;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The kubeconfigs of those parts that may run in JVMs of their own, as kubeadm writes them: in the data folder, for
/// their owner alone.
///
///     controller-manager.conf    system:kube-controller-manager
///     scheduler.conf             system:kube-scheduler
///     node-1.conf                system:node:node-1 of the group system:nodes
///
/// @param extent where the parts run here, a file of that name which is somebody else's is left alone
record ComponentFiles(
        Path dataDir, String server, Pki pki, Instant now, SecureRandom random, ControlPlane.Extent extent) {
    private static final Logger log = LoggerFactory.getLogger(ComponentFiles.class);
    private static final String PREFIX = "kube-";

    /// @param nodes that run in JVMs of their own
    void write(NodeOptions nodes) throws IOException {
        for (String component : List.of(ControllerDuty.NAME, SchedulerDuty.NAME)) {
            write(component.substring(PREFIX.length()), component, User.component(component));
        }
        for (int number = nodes.first(); number < nodes.first() + nodes.count(); number++) {
            String node = nodes.name(number);
            write(node, "kubelet-" + node, User.node(node));
        }
    }

    /// @param file without its ending
    /// @param keys by which its certificate lies with the others
    private void write(String file, String keys, User user) throws IOException {
        List<String> groups = user.groups().stream()
                .filter(group -> !group.equals(User.AUTHENTICATED)) // Which the server finds out by itself.
                .toList();
        Credential credential = pki.component(dataDir.resolve("pki"), keys, user.name(), groups, now, random);
        try {
            new Kubeconfig(server, pki.authority(), user.name(), credential).write(dataDir.resolve(file + ".conf"));
        } catch (FileAlreadyExistsException e) {
            switch (extent) {
                case WHOLE -> log.warn("{}; nothing here needs it", e.getMessage());
                case API_SERVER -> throw e;
            }
        }
    }
}
