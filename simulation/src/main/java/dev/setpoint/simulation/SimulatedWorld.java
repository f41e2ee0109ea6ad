package dev.setpoint.simulation;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.TaskKilled;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.Target;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.process.ApiServerProcess;
import dev.setpoint.server.process.Surroundings;
import dev.setpoint.server.process.Transport;
import dev.setpoint.simulation.fault.Fault;
import dev.setpoint.simulation.fault.Faults;
import dev.setpoint.simulation.fault.FaultyClient;
import dev.setpoint.simulation.fault.Host;
import dev.setpoint.simulation.trace.Recorder;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.memory.StallingStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// One run on its way: the API server, the processes around it, and what has happened so far.
///
/// All of it belongs to whoever holds the baton.
final class SimulatedWorld implements Host, AutoCloseable {
    /// An object that is written more often than this is in a loop.
    private static final int MOST_WRITES = 120;
    /// More steps than any scenario needs between two moments.
    private static final long STEP_LIMIT = 60_000;

    /// Nobody has written for so long: longer than any fault lasts and any cache is waited for.
    static final Duration QUIET = Duration.ofSeconds(15);
    /// The same where caches are only ever listed anew, with growing pauses in between.
    private static final Duration QUIET_WITHOUT_EVENTS = Duration.ofSeconds(75);
    /// The same when the faults have ended: longer than the longest retry delay that they can have caused.
    private static final Duration QUIET_AT_LAST = Duration.ofMinutes(2);

    private static final String USER = "user";
    private static final User ADMINISTRATOR = User.of(Pki.ADMIN, User.MASTERS, User.AUTHENTICATED);

    final BatonEnv env;
    final Store store;
    private final BatonEnv disk;
    final List<Write> writes = new ArrayList<>();
    private final Scenario scenario;
    private final Plan plan;
    private final Faults faults;
    private final Recorder recorder;
    private final ApiServerProcess apiServer;
    private final Refusals refusals = new Refusals();
    private final Map<String, BatonEnv> lives = new LinkedHashMap<>();
    private final Map<String, Duration> shifts = new LinkedHashMap<>();
    private final List<Metrics> metrics = new ArrayList<>();
    private final Map<Key, Long> revisions = new LinkedHashMap<>();
    private final Map<Key, Integer> counts = new LinkedHashMap<>();
    private final Map<String, Integer> created = new TreeMap<>();
    private final long began;
    private long checked;
    private long changedNanos;
    private long nodesBackNanos;
    private boolean scriptDone;
    private boolean ending;
    private Optional<Finding> broken = Optional.empty();
    private Optional<Key> runaway = Optional.empty();

    SimulatedWorld(Scenario scenario, Plan plan, Snapshot beginning, Recorder recorder) {
        this.scenario = scenario;
        this.plan = plan;
        this.recorder = recorder;
        BatonOptions options = (plan.order() == Plan.Order.SEEDED
                        ? BatonOptions.random(plan.seed())
                        : BatonOptions.firstCome(plan.seed()))
                .withTrace(recorder.choices())
                .withStepLimit(STEP_LIMIT);
        this.env = BatonEnv.create(options);
        this.faults = plan.exact()
                .map(Faults::exactly)
                .orElseGet(() -> Faults.drawn(kinds(), env.child("faults").random()));
        this.disk = env.child("store");
        this.store = StallingStore.fork(disk, StoreOptions.defaults(), beginning);
        this.began = store.snapshot().revision();
        this.checked = began;
        this.apiServer =
                FreshCluster.server(env.child("kube-apiserver"), store, serving -> serving.withRecorder(refusals));
        refusals.judgeBy(
                apiServer.apiServer().authorizer(),
                target -> store.snapshot()
                        .find(new Key(target.resource().groupResource().toString(), target.namespace(), target.name()))
                        .isPresent());
        scenario.processes().forEach(this::launch);
        env.start("script", TaskKind.LIGHT, this::follow);
    }

    private List<Fault> kinds() {
        return plan.kinds().stream()
                .filter(kind -> scenario.hasNodes() || !kind.ofNodes())
                .toList();
    }

    private void launch(Scenario.Member process) {
        BatonEnv life = env.child(process.name());
        lives.put(process.name(), life);
        Metrics counted = new Metrics();
        metrics.add(counted);
        Transport transport = transport(process.name(), process.subject() ? faults : Faults.none());
        switch (process.runs()) {
            case Scenario.Runs.OfUser(Program program, User as) ->
                program.start(life, transport.of(life, process.name()).as(as), counted);
            case Scenario.Runs.OfControlPlane(SystemProcess part) ->
                part.start(new Surroundings(life, transport, counted, Journal.SILENT));
        }
    }

    /// The way of one process to the API server, on which the faults lie.
    private Transport transport(String process, Faults its) {
        return (life, userAgent) -> user -> new FaultyClient(
                process, life, apiServer.transport().of(life, userAgent).as(user), its, this);
    }

    // ---- the script --------------------------------------------------------------------------------------------

    private void follow() {
        BatonEnv people = env.child(USER);
        Client client = transport(USER, Faults.none()).of(people, USER).as(ADMINISTRATOR);
        for (Script.Step step : scenario.script().steps()) {
            switch (step) {
                case Script.Act(var what, var change) -> {
                    tell(USER, () -> what);
                    change.accept(client);
                }
                case Script.Pause() ->
                    env.sleep(Duration.ofMillis(people.random().nextInt(40)));
                case Script.Elapse(var time) -> env.sleep(time);
                case Script.Settle() -> {
                    for (int i = 0; i < 200 && !quiet(); i++) {
                        env.sleep(Duration.ofSeconds(3));
                    }
                }
            }
        }
        scriptDone = true;
    }

    /// Lost nodes are waited for: what the rest makes of their silence takes longer than most scripts.
    boolean scriptDone() {
        return scriptDone && env.monotonicNanos() >= nodesBackNanos;
    }

    // ---- what befalls processes --------------------------------------------------------------------------------

    @Override
    public void crash(String process, Duration restartAfter) {
        BatonEnv life = lives.get(process);
        if (life == null) {
            throw new IllegalArgumentException(process + " (expected: one of " + lives.keySet() + ")");
        }
        scenario.processes().stream()
                .filter(candidate -> candidate.name().equals(process))
                .forEach(victim -> env.after(
                        restartAfter, () -> env.start("restart-" + process, TaskKind.LIGHT, () -> restart(victim))));
        env.kill(life);
        throw new TaskKilled(process);
    }

    private void restart(Scenario.Member process) {
        tell(process.name(), () -> "starts again");
        launch(process);
    }

    /// All processes at once, as after a power cut.
    void restartAll() {
        for (Scenario.Member process : scenario.processes()) {
            BatonEnv life = lives.get(process.name());
            if (life != null) {
                env.kill(life);
            }
            restart(process);
        }
    }

    @Override
    public void freeze(String process, Duration length) {
        BatonEnv life = lives.get(process);
        if (life != null) {
            env.after(length, () -> env.thaw(life));
            env.freeze(life);
        }
    }

    @Override
    public void stallStore(Duration length) {
        env.after(length, () -> env.thaw(disk));
        env.freeze(disk);
    }

    @Override
    public void freezeNodes(Duration length) {
        nodesBackNanos = Math.max(nodesBackNanos, env.monotonicNanos() + length.toNanos());
        scenario.processes().stream()
                .filter(process -> process.role() == Scenario.Role.NODES)
                .forEach(process -> freeze(process.name(), length));
    }

    @Override
    public void shiftClock(String process, Duration by) {
        BatonEnv life = lives.get(process);
        if (life != null) {
            env.shiftWallTime(life, by);
            shifts.merge(process, by, Duration::plus);
        }
    }

    /// Nothing goes wrong any more, and what stands still goes on.
    void endFaults() {
        faults.end();
        ending = true;
        changedNanos = env.monotonicNanos();
        env.thaw(disk);
        lives.values().forEach(life -> {
            if (env.children().contains(life)) {
                env.thaw(life);
            }
        });
        shifts.forEach((process, by) -> shiftBack(process, by));
    }

    private void shiftBack(String process, Duration by) {
        BatonEnv life = lives.get(process);
        if (life != null) {
            env.shiftWallTime(life, by.negated());
        }
    }

    @Override
    public ObjectList listBefore(Target collection, int revisions) {
        long wanted = Math.max(store.oldestRevision(), store.snapshot().revision() - revisions);
        Snapshot past = store.snapshotAt(wanted);
        List<Stored> items = new ArrayList<>();
        past.iterate(collection.resource().groupResource().toString(), collection.namespace())
                .forEachRemaining(items::add);
        return new ObjectList(wanted, items, "");
    }

    /// Until the faults end.
    @Override
    public boolean withholdsEvents() {
        return plan.events() == Plan.Events.ONLY_RESYNC && !ending;
    }

    // ---- what is seen ------------------------------------------------------------------------------------------

    @Override
    public void wrote(String process, String manager, String verb, Target target, Optional<Stored> answer) {
        Key key = answer.map(Stored::key)
                .orElse(new Key(target.resource().groupResource().toString(), target.namespace(), target.name()));
        Optional<Stored> now = answer.filter(stored -> stored.revision() > 0)
                .or(() -> store.snapshot().find(key));
        Long before = revisions.put(key, now.map(Stored::revision).orElse(0L));
        checkInvariants();
        if (verb.equals("create")
                && target.subresource().isEmpty()
                && underTest(process)
                && now.isPresent()
                && !isNoise(key)) {
            created.merge(key.resource(), 1, Integer::sum);
        }
        if (now.isPresent() && now.get().revision() == (before == null ? -1 : before)) {
            return; // It is as it was.
        }
        if (isNoise(key)) {
            return;
        }
        changedNanos = env.monotonicNanos();
        writes.add(new Write(changedNanos, process, manager, verb, key, now));
        if (counts.merge(key, 1, Integer::sum) > MOST_WRITES && lives.containsKey(process)) {
            runaway = Optional.of(key);
            env.freeze(lives.get(process)); // Else the world would never come to rest.
        }
    }

    private boolean underTest(String process) {
        return scenario.processes().stream()
                .anyMatch(member -> member.subject() && member.name().equals(process));
    }

    private void checkInvariants() {
        long newest = store.snapshot().revision();
        if (scenario.invariants().isEmpty() || broken.isPresent()) {
            checked = newest;
        }
        while (checked < newest) {
            checked++;
            Snapshot state = store.snapshotAt(checked);
            for (Invariant<?> invariant : scenario.invariants()) {
                if (broken.isEmpty() && !invariant.holdsIn(state)) {
                    broken = Optional.of(new Finding(
                            Oracle.INVARIANT, "\"" + invariant.name() + "\" does not hold at revision " + checked));
                }
            }
        }
    }

    /// Heartbeats and what is told to people say nothing about whether loops have come to rest, nor do the addresses
    /// that were drawn.
    static boolean isNoise(Key key) {
        return key.resource().startsWith("events")
                || key.resource().equals("ipaddresses.networking.k8s.io")
                || key.resource().equals("leases.coordination.k8s.io")
                || key.resource().equals("nodes");
    }

    @Override
    public boolean records() {
        return recorder.records();
    }

    @Override
    public void tell(String who, Supplier<String> what) {
        if (recorder.records()) {
            recorder.happened(env.monotonicNanos(), who, what);
        }
    }

    boolean quiet() {
        Duration sofar = plan.events() == Plan.Events.TOLD ? QUIET : QUIET_WITHOUT_EVENTS;
        Duration quiet = ending ? QUIET_AT_LAST : sofar;
        return env.monotonicNanos() - changedNanos >= quiet.toNanos();
    }

    EndState end() {
        return EndState.of(store.snapshot(), apiServer.apiServer().resources(), began);
    }

    Optional<Key> runaway() {
        return runaway;
    }

    /// That somebody tried what he may not do.
    Optional<Finding> refusal() {
        return refusals.first();
    }

    Optional<Finding> brokenInvariant() {
        return broken;
    }

    Faults faults() {
        return faults;
    }

    /// How many objects the processes under test have created so far, by resource.
    Map<String, Integer> created() {
        return created;
    }

    /// How often any controller has run so far.
    long reconciles() {
        return metrics.stream()
                .mapToLong(one -> one.total("controller_runtime_reconcile_total"))
                .sum();
    }

    /// As a power cut would: nobody's last words are of interest.
    @Override
    public void close() {
        env.children().forEach(env::kill);
        env.close();
    }
}
