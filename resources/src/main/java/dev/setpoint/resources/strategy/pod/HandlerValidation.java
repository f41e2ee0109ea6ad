package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What is done to a container while it lives: probes, and hooks at its start and end.
final class HandlerValidation {
    private static final List<String> PROBE_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc");
    private static final List<String> HOOK_HANDLERS = List.of("exec", "httpGet", "tcpSocket", "sleep");
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");
    private static final List<String> COUNTS =
            List.of("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold");
    private static final List<String> WINDOWS_SIGNALS = List.of("SIGKILL", "SIGTERM");
    private static final List<String> LINUX_SIGNALS = linuxSignals();

    private final PodContext pod;
    private final FieldErrors errors;

    HandlerValidation(PodContext pod, FieldErrors errors) {
        this.pod = pod;
        this.errors = errors;
    }

    private static List<String> linuxSignals() {
        String names =
                "ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT RTMAX RTMIN SEGV"
                        + " STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ";
        Stream<String> named = Stream.of(names.split(" "));
        Stream<String> first = IntStream.rangeClosed(1, 15).mapToObj(number -> "RTMIN+" + number);
        Stream<String> last = IntStream.rangeClosed(1, 14).mapToObj(number -> "RTMAX-" + number);
        return Stream.of(named, first, last)
                .flatMap(signals -> signals)
                .map(name -> "SIG" + name)
                .sorted()
                .toList();
    }

    void lifecycle(JsonObject lifecycle, FieldPath path) {
        for (String hook : List.of("postStart", "preStop")) {
            JsonObject handler = lifecycle.object(hook);
            if (handler != null) {
                handler(handler, HOOK_HANDLERS, path.child(hook));
            }
        }
        if (lifecycle.has("stopSignal")) {
            stopSignal(lifecycle.textOr("stopSignal", ""), path.child("stopSignal"));
        }
    }

    private void stopSignal(String signal, FieldPath path) {
        switch (pod.operatingSystem()) {
            case "" -> errors.forbidden(path, "may not be set for containers with empty `spec.os.name`");
            case "windows" -> {
                if (!WINDOWS_SIGNALS.contains(signal)) {
                    errors.notSupported(path, signal, WINDOWS_SIGNALS);
                }
            }
            default -> {
                if (!LINUX_SIGNALS.contains(signal)) {
                    errors.notSupported(path, signal, LINUX_SIGNALS);
                }
            }
        }
    }

    void probes(JsonObject container, FieldPath path) {
        for (String name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            JsonObject probe = container.object(name);
            if (probe == null) {
                continue;
            }
            FieldPath at = path.child(name);
            probe(probe, at);
            if (name.equals("readinessProbe")) {
                if (probe.has("terminationGracePeriodSeconds")) {
                    errors.invalid(
                            at.child("terminationGracePeriodSeconds"),
                            probe.integerOr("terminationGracePeriodSeconds", 0),
                            "must not be set for readinessProbes");
                }
            } else if (probe.integerOr("successThreshold", 0) != 1) {
                errors.invalid(at.child("successThreshold"), probe.integerOr("successThreshold", 0), "must be 1");
            }
        }
    }

    private void probe(JsonObject probe, FieldPath path) {
        handler(probe, PROBE_HANDLERS, path);
        for (String count : COUNTS) {
            Checks.notNegative(probe, count, path, errors);
        }
        if (probe.integerOr("terminationGracePeriodSeconds", 1) <= 0) {
            errors.invalid(
                    path.child("terminationGracePeriodSeconds"),
                    probe.integerOr("terminationGracePeriodSeconds", 0),
                    "must be greater than 0");
        }
    }

    private void handler(JsonObject handler, List<String> kinds, FieldPath path) {
        int count = 0;
        for (String kind : kinds) {
            JsonObject action = handler.object(kind);
            if (action == null) {
                continue;
            }
            if (count++ > 0) {
                errors.forbidden(path.child(kind), "may not specify more than 1 handler type");
            } else {
                action(kind, action, path.child(kind));
            }
        }
        if (count == 0) {
            errors.required(path, "must specify a handler type");
        }
    }

    private void action(String kind, JsonObject action, FieldPath path) {
        switch (kind) {
            case "exec" -> Checks.required(action, "command", path, errors);
            case "httpGet" -> httpGet(action, path);
            case "sleep" -> sleep(action.integerOr("seconds", 0), path);
            default -> Checks.port(action.get("port"), path.child("port"), errors);
        }
    }

    private void httpGet(JsonObject get, FieldPath path) {
        Checks.required(get, "path", path, errors);
        Checks.port(get.get("port"), path.child("port"), errors);
        if (!SCHEMES.contains(get.textOr("scheme", ""))) {
            errors.notSupported(path.child("scheme"), get.textOr("scheme", ""), SCHEMES);
        }
        for (JsonObject header : Fields.objects(get, "httpHeaders")) {
            String name = header.textOr("name", "");
            errors.invalid(path.child("httpHeaders"), name, Formats.httpHeaderName(name));
        }
    }

    private void sleep(long seconds, FieldPath path) {
        if (seconds < 0 || seconds > pod.gracePeriodSeconds()) {
            errors.invalid(
                    path,
                    seconds,
                    "must be non-negative and less than terminationGracePeriodSeconds (" + pod.gracePeriodSeconds()
                            + ")");
        }
    }
}
