package dev.setpoint.apiserver.pipeline;

import java.time.Duration;
import java.util.List;

/// What both sides say to one another on a connection that was upgraded: exec, attach, port-forward.
///
/// Whoever carries it (a WebSocket, a client in the same JVM) runs it on a task of its own and ends the call after it.
public interface Conversation {
    /// The protocols that it speaks, best first: `v5.channel.k8s.io`. Empty text is one that needs no name.
    List<String> protocols();

    /// Runs until one side has ended it.
    ///
    /// @throws BrokenOffException when the client is gone, or takes nothing for too long
    void run(Wire wire);

    /// Called instead of [#run] when it never begins.
    void abandon();

    /// The client's end of it. Nothing more is read from the client than was asked for, and no message is handed on
    /// before the one before it is on its way: whoever is slow slows the other side down and takes no memory.
    interface Wire {
        /// Which of the protocols was agreed on.
        String protocol();

        /// Waits for the client's next message.
        Received receive(Duration deadline);

        /// Returns when the message is on its way.
        void send(byte[] message);
    }

    /// What came from the client.
    sealed interface Received {
        record Message(byte[] bytes) implements Received {}

        /// Nothing came in time.
        record Nothing() implements Received {}

        /// The client has said that it will say nothing more.
        record Closed() implements Received {}

        Received NOTHING = new Nothing();
        Received CLOSED = new Closed();
    }
}
