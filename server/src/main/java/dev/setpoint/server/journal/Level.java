package dev.setpoint.server.journal;

/// How much a line matters.
enum Level {
    INFO('I'),
    WARNING('W');

    private final char letter;

    Level(char letter) {
        this.letter = letter;
    }

    char letter() {
        return letter;
    }
}
