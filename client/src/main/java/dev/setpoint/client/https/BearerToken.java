package dev.setpoint.client.https;

/// What a client shows to say who it is, asked for with each request: it may have been renewed.
public interface BearerToken {
    String current();

    /// The server does not take it (any more). Whoever asks next gets another.
    void refused(String token);
}
