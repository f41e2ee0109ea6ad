package dev.setpoint.cli;

import dev.setpoint.machinery.time.GoDuration;
import dev.setpoint.reconcile.leader.LeaseTiming;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// How those lead who stand for election.
final class LeaseOptions {
    private final CommandSpec spec;
    private final OptionSpec leaseDuration;
    private final OptionSpec renewDeadline;
    private final OptionSpec retryPeriod;

    /// @param spec to which the options are added
    LeaseOptions(CommandSpec spec) {
        this.spec = spec;
        this.leaseDuration = add(
                "--leader-elect-lease-duration",
                "15s",
                "How long others respect a leader that does not renew its Lease.");
        this.renewDeadline = add(
                "--leader-elect-renew-deadline",
                "10s",
                "How long a leader tries to renew its Lease before it steps down.");
        this.retryPeriod =
                add("--leader-elect-retry-period", "2s", "How long between two tries to renew a Lease, or to take it.");
    }

    private OptionSpec add(String name, String usual, String description) {
        OptionSpec built = time(name, usual, description).build();
        spec.addOption(built);
        return built;
    }

    static OptionSpec.Builder time(String name, String usual, String description) {
        return ServingOptions.option(name, "TIME", Duration.class, description)
                .converters(new GoTime())
                .defaultValue(usual);
    }

    /// As Kubernetes' own programs take times: `15s`, `1m30s`.
    static final class GoTime implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return GoDuration.parse(text)
                    .orElseThrow(
                            () -> new TypeConversionException("\"" + text + "\" (expected: a time as 15s or 1m30s)"));
        }
    }

    /// @throws ParameterException when the times do not fit together
    LeaseTiming read() {
        try {
            return new LeaseTiming(leaseDuration.getValue(), renewDeadline.getValue(), retryPeriod.getValue());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--leader-elect-*: " + e.getMessage(), e);
        }
    }
}
