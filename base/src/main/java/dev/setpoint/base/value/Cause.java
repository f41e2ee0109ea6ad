package dev.setpoint.base.value;

import java.util.Optional;

/// Why something was written: who asked, by which program, and, of a loop's write, in which run. It lies beside the log
/// as long as the log does, and is never part of an object.
///
/// @param user who asked, as authentication found it
/// @param agent the program, as it names itself
public record Cause(String user, String agent, Optional<Run> run) {
    /// Of each text so much is kept, however long a client makes it.
    private static final int LONGEST_TEXT = 256;

    /// Of what the store's owner writes by itself.
    public static final Cause UNKNOWN = new Cause("", "", Optional.empty());

    public Cause {
        user = shortened(user);
        agent = shortened(agent);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    /// One run of a loop, as its client tells it.
    ///
    /// @param controller that ran
    /// @param key for which it ran
    /// @param wokenBy the revision whose event woke it; 0 for a run that no event asked for
    public record Run(String controller, String key, long wokenBy) {
        /// The header that carries it over HTTP.
        public static final String HEADER = "Setpoint-Run";

        /// What is longer is not kept.
        private static final int LONGEST = 512;

        public Run {
            controller = shortened(controller);
            key = shortened(key);
        }

        /// `replicaset 4711 default/web-5d`. Whatever a key's text is, this is one that a header may have.
        public String encode() {
            String text = controller.replace(' ', '-') + " " + wokenBy + " " + key;
            StringBuilder plain = new StringBuilder(text);
            plain.setLength(Math.min(text.length(), LONGEST));
            for (int i = 0; i < plain.length(); i++) {
                if (plain.charAt(i) < ' ' || plain.charAt(i) > '~') {
                    plain.setCharAt(i, '?');
                }
            }
            return plain.toString();
        }

        /// Empty when the text is no run.
        public static Optional<Run> parse(String text) {
            String[] parts = text.split(" ", 3);
            if (parts.length < 3 || text.length() > LONGEST) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Run(parts[0], parts[2], Long.parseLong(parts[1])));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }
    }
}
