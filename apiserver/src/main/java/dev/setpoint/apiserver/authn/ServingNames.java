package dev.setpoint.apiserver.authn;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The names and addresses that a serving certificate must carry.
public final class ServingNames {
    private static final List<String> ALWAYS = List.of(
            "localhost",
            "127.0.0.1",
            "0:0:0:0:0:0:0:1",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "10.96.0.1"); // The first address of the service range: the Service `kubernetes`.

    private ServingNames() {}

    /// The usual ones and the address that the server listens on; when it listens on all, every address of the machine.
    public static List<String> listeningOn(String bind) throws UnknownHostException, SocketException {
        Set<String> names = new LinkedHashSet<>(ALWAYS);
        InetAddress address = InetAddress.getByName(bind);
        if (address.isAnyLocalAddress()) {
            names.addAll(addressesOfThisMachine());
        } else {
            names.add(address.getHostAddress());
            if (!bind.equals(address.getHostAddress()) && bind.indexOf(':') < 0) {
                names.add(bind);
            }
        }
        return List.copyOf(names);
    }

    /// Without link-local ones, whose text contains the interface and which nobody can use from elsewhere.
    private static List<String> addressesOfThisMachine() throws SocketException {
        List<String> addresses = new ArrayList<>();
        for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
            if (network.isUp()) {
                network.inetAddresses()
                        .filter(address -> !address.isLinkLocalAddress())
                        .forEach(address -> addresses.add(withoutZone(address.getHostAddress())));
            }
        }
        return addresses;
    }

    private static String withoutZone(String address) {
        int percent = address.indexOf('%');
        return percent < 0 ? address : address.substring(0, percent);
    }
}
