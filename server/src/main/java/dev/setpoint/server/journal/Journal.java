package dev.setpoint.server.journal;

/// Where a component tells what it does. Whoever tells never waits.
public interface Journal {
    /// Nobody listens.
    Journal SILENT = new Journal() {
        @Override
        public void info(String who, String what) {}

        @Override
        public void warning(String who, String what) {}

        @Override
        public void begin() {}
    };

    /// @param who acts: a controller, or the component itself
    void info(String who, String what);

    void warning(String who, String what);

    /// The component begins a new life, and with it a new log.
    void begin();
}
