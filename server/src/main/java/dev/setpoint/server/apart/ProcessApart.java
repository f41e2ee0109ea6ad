package dev.setpoint.server.apart;

import dev.setpoint.agent.NodeOptions;
import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.ProcessIdentity;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.journal.Journals;
import dev.setpoint.server.process.Candidacy;
import dev.setpoint.server.process.ControllerDuty;
import dev.setpoint.server.process.Duty;
import dev.setpoint.server.process.LedProcess;
import dev.setpoint.server.process.NodeProcess;
import dev.setpoint.server.process.SchedulerDuty;
import dev.setpoint.server.process.Signing;
import dev.setpoint.server.process.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A process of the control plane that has this JVM to itself.
public final class ProcessApart implements AutoCloseable {
    private static final String KUBELET = "kubelet";

    private final Env env;
    private final HttpsTransport transport;
    private final Optional<Journals> journals;
    private final ServerWatch watch;
    private final String identity;
    private final Runnable end;

    /// @param kubeconfig by which it finds the server, and as whom
    /// @param logs folder in which it tells what it does
    /// @param patience for how long the server may be away
    /// @param leases how long it leads without a word, if it stands for election
    public record Options(Path kubeconfig, Path logs, Duration patience, LeaseTiming leases) {}

    private interface Launch {
        /// @return how it ends
        Runnable start(Surroundings around, String identity) throws IOException;
    }

    private ProcessApart(
            Env env,
            HttpsTransport transport,
            Optional<Journals> journals,
            ServerWatch watch,
            String identity,
            Runnable end) {
        this.env = env;
        this.transport = transport;
        this.journals = journals;
        this.watch = watch;
        this.identity = identity;
        this.end = end;
    }

    /// The controller manager.
    ///
    /// @param pki folder of the keys that the controllers sign with
    /// @throws IOException when the kubeconfig or the keys cannot be read
    /// @throws UnreachableException when there is no server that knows it
    public static ProcessApart controllers(Options options, Path pki) throws IOException {
        SigningKeys keys = Pki.signingKeys(pki, new SecureRandom()); // Before anybody waits for a server.
        return led(options, ControllerDuty.NAME, metrics -> new ControllerDuty(metrics, Signing.with(() -> keys)));
    }

    /// The scheduler. It fails as [#controllers] does.
    public static ProcessApart scheduler(Options options) throws IOException {
        return led(options, SchedulerDuty.NAME, SchedulerDuty::new);
    }

    /// The simulated node that the kubeconfig belongs to. It fails as [#controllers] does.
    public static ProcessApart node(Options options) throws IOException {
        return start(options, KUBELET, (around, identity) -> {
            NodeProcess node = new NodeProcess(around, nodeOf(options, identity), List.of());
            node.start();
            return node::close;
        });
    }

    /// Of `system:node:node-7`, the seventh.
    private static NodeOptions nodeOf(Options options, String identity) throws IOException {
        NodeOptions one = NodeOptions.of(1);
        Optional<Integer> number = User.of(identity, User.NODES)
                .asNode()
                .filter(name -> name.matches(one.prefix() + "[1-9][0-9]{0,4}"))
                .map(name -> Integer.parseInt(name.substring(one.prefix().length())));
        return one.startingAt(number.orElseThrow(() -> new IOException(options.kubeconfig() + " belongs to " + identity
                + " (expected: a node, as system:node:" + one.prefix() + "1)")));
    }

    private interface DutyOf {
        Duty with(Metrics metrics);
    }

    private static ProcessApart led(Options options, String name, DutyOf duty) throws IOException {
        return start(options, name, (around, identity) -> {
            if (!identity.equals(User.component(name).name())) {
                throw new IOException(options.kubeconfig() + " belongs to " + identity + " (expected: "
                        + User.component(name).name() + ")");
            }
            Candidacy candidacy = new Candidacy(ProcessIdentity.fresh(new SecureRandom()), options.leases());
            LedProcess led = new LedProcess(around, candidacy, duty.with(around.metrics()));
            led.start();
            return led::close;
        });
    }

    private static ProcessApart start(Options options, String name, Launch making) throws IOException {
        HttpsTransport transport = HttpsTransport.open(options.kubeconfig(), name);
        Env env = RealEnv.create(name);
        try {
            ServerWatch watch = new ServerWatch(
                    env, transport.of(env, name).as(User.component(name)), transport.server(), options.patience());
            String identity = watch.awaitIdentity();
            Optional<Journals> journals = name.equals(KUBELET)
                    ? Optional.empty()
                    : Optional.of(Journals.in(options.logs(), env.child("logs"), List.of(name)));
            journals.ifPresent(Journals::start);
            Journal journal = journals.<Journal>map(all -> all.of(name)).orElse(Journal.SILENT);
            Surroundings around = new Surroundings(env.child(name), transport, new Metrics(), journal);
            return new ProcessApart(env, transport, journals, watch, identity, making.start(around, identity));
        } catch (IOException | RuntimeException e) {
            env.close();
            transport.close();
            throw e;
        }
    }

    /// As whom the server knows it.
    public String identity() {
        return identity;
    }

    public String server() {
        return transport.server();
    }

    /// Waits as long as the process has a reason to run, which is as long as there is a server.
    ///
    /// @throws UnreachableException when there is none any more
    public void await() {
        watch.untilGone();
    }

    @Override
    public void close() {
        end.run();
        journals.ifPresent(Journals::close);
        env.close();
        transport.close();
    }
}
