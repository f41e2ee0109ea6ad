package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Figure.Yardstick;
import dev.setpoint.benchmarks.Goal;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.load.Clients;
import dev.setpoint.benchmarks.load.Load;
import dev.setpoint.benchmarks.load.LoadAnswer;
import dev.setpoint.benchmarks.load.LoadCall;
import dev.setpoint.benchmarks.process.ProcessUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lists pods one after the other: whole, in pages, and with a selector that matches nothing.
public final class ListScenario implements BenchScenario {
    private static final int FEW = 5_000;
    private static final int PAGE = 500;
    private static final int WARM_UP = 20;
    private static final String NOTHING = "?labelSelector=app%3Dnothing";
    private static final Pattern CONTINUE = Pattern.compile("\"continue\":\"([^\"]+)\"");

    @Override
    public String name() {
        return "list";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        try (Workplace place = Workplace.on(lab, "list", Lab.CLIENTS)) {
            List<Figure> figures = new ArrayList<>();
            int there = 0;
            for (int count : List.of(FEW, lab.size().manyPods())) {
                lab.say("creating pods, up to " + count);
                place.fill(there, count);
                there = count;
                figures.addAll(figures(lab, place, count));
            }
            return figures;
        }
    }

    private static List<Figure> figures(Lab lab, Workplace place, int count) throws Exception {
        String of = String.format(Locale.ROOT, "list of %,d pods", count);
        String pods = place.path("pods");
        List<Figure> figures = new ArrayList<>();
        try (Clients one = Clients.connect(lab.server().endpoint(), 1);
                Clients bare = Clients.connect(lab.bare().endpoint(), 1)) {
            byte[] sent = one.first().call(LoadCall.get(pods)).body();
            bare.first().call(LoadCall.put("/bytes/list", sent));
            Load.Result whole = repeated(lab, one, place.usage(), pods);
            Load.Result same = repeated(lab, bare, lab.bare().usage(), "/bytes/list");
            Yardstick time = new Yardstick("bare handler", same.p50Millis());
            figures.add(
                    count == FEW
                            ? Figure.of(Goal.LIST, whole.p50Millis(), time)
                            : Figure.shown(of + ": time", whole.p50Millis(), "ms", time));
            figures.add(Figure.shown(
                    "  CPU", whole.cpuMicros() / 1e3, "ms", new Yardstick("bare handler", same.cpuMicros() / 1e3)));
            figures.add(Figure.shown("  size", sent.length / 1e6, "MB"));
            figures.add(Figure.shown(of + " in pages of " + PAGE + ": time", pagedMillis(lab, one, pods), "ms"));
            Load.Result nothing = repeated(lab, one, place.usage(), pods + NOTHING);
            figures.add(Figure.shown(of + ", none selected: CPU", nothing.cpuMicros() / 1e3, "ms"));
        }
        return figures;
    }

    private static Load.Result repeated(Lab lab, Clients client, ProcessUsage usage, String path) {
        return lab.measure(new Load(client.all(), usage), WARM_UP, _ -> LoadCall.get(path));
    }

    private static double pagedMillis(Lab lab, Clients client, String path) {
        List<Duration> times = new ArrayList<>();
        for (int i = 0; i < lab.size().rounds(); i++) {
            long begin = System.nanoTime();
            String next = "";
            do {
                LoadAnswer page = client.first().call(LoadCall.get(path + "?limit=" + PAGE + next));
                Matcher token = CONTINUE.matcher(page.text().substring(0, 1_000));
                next = token.find() ? "&continue=" + token.group(1) : "";
            } while (!next.isEmpty());
            times.add(Duration.ofNanos(System.nanoTime() - begin));
        }
        times.sort(Comparator.naturalOrder());
        return times.get(times.size() / 2).toNanos() / 1e6;
    }
}
