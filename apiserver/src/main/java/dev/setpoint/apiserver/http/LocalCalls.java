package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call.BodySource;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.Caller;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.Evidence;
import dev.setpoint.apiserver.pipeline.LivingEvents;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/// HTTP without a socket, for clients in the same JVM that know nothing else: requests are read and answers written by
/// the same code, only that no bytes travel.
public final class LocalCalls {
    private final Pipeline pipeline;
    private final User user;
    private final Env env;

    /// @param user whoever shows no token
    /// @param env of whoever calls
    public LocalCalls(Pipeline pipeline, User user, Env env) {
        this.pipeline = pipeline;
        this.user = user;
        this.env = env;
    }

    /// @param uri as clients write it; only path and query count
    public record LocalRequest(String method, URI uri, Map<String, List<String>> headers, byte[] body) {}

    public record Reply(int code, Map<String, List<String>> headers, Content content) {}

    /// What is in an answer.
    public sealed interface Content {
        record Whole(byte[] bytes) implements Content {}

        /// The events of a watch, each as a line of the answer or as a message of a WebSocket. The caller closes it.
        record Events(Frames frames) implements Content {}

        /// The caller closes it.
        record Text(TextStream text) implements Content {}
    }

    /// Every failure is an answer too.
    public Reply answer(LocalRequest request) {
        HttpFields.Mutable headers = HttpFields.build();
        request.headers().forEach((name, values) -> values.forEach(value -> headers.add(name, value)));
        Memory memory = new Memory(headers);
        try {
            CallReader.Head head = new CallReader.Head(
                    request.method(), request.uri().getPath(), request.uri().getRawQuery(), headers);
            CallReader.Read read = CallReader.read(head, caller(headers), body(request, headers), env);
            return answer(read, memory);
        } catch (ApiException e) {
            return memory.reply(outlet -> Answers.error(outlet, e.error()));
        }
    }

    private Reply answer(CallReader.Read read, Memory memory) {
        CallLife life = read.call().life();
        boolean goesOn = false;
        try {
            Answer answer = pipeline.handle(read.call());
            switch (answer) {
                case Answer.Stream(var events, var _) -> {
                    Warnings.add(answer.warnings(), memory.responseHeaders());
                    goesOn = true;
                    memory.begin(200, Form.PLAIN.format().mediaType());
                    return memory.reply(new Content.Events(new Frames(new LivingEvents(events, life))));
                }
                case Answer.Text(int code, var text, var _) -> {
                    Warnings.add(answer.warnings(), memory.responseHeaders());
                    goesOn = true;
                    memory.begin(code, "text/plain");
                    return memory.reply(new Content.Text(new LivingText(text, life)));
                }
                case Answer.Duplex(var conversation, var _) -> {
                    conversation.abandon();
                    throw new ApiException(
                            new ApiError.BadRequest("a client in the same JVM has no connection to be upgraded"));
                }
                case Answer.One _, Answer.Document _, Answer.Many _, Answer.Page _ -> {
                    return memory.reply(outlet -> Answers.write(outlet, read.form(), answer));
                }
            }
        } finally {
            if (!goesOn) {
                life.end();
            }
        }
    }

    /// The events of a watch as they would travel.
    public static final class Frames implements AutoCloseable {
        private final EventStream events;
        private boolean failed;

        Frames(EventStream events) {
            this.events = events;
        }

        /// Waits for more. No frames when none came in time; an empty Optional when the watch has ended.
        public Optional<List<byte[]>> next(Duration deadline) {
            if (failed) {
                return Optional.empty();
            }
            try {
                return events.next(deadline)
                        .map(batch -> batch.stream().map(Frames::frame).toList());
            } catch (ApiException e) {
                failed = true;
                return Optional.of(List.of(EventFrame.error(e.error())));
            }
        }

        @Override
        public void close() {
            events.close();
        }

        private static byte[] frame(WatchEvent event) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(EventFrame.size(event));
            try {
                EventFrame.write(event, out);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // Memory does not fail.
            }
            return out.toByteArray();
        }
    }

    private Caller caller(HttpFields headers) {
        String authorization = headers.get(HttpHeader.AUTHORIZATION);
        return authorization == null
                ? new Caller.Known(user)
                : new Caller.Unproven(Evidence.of(Optional.empty(), authorization));
    }

    private static BodySource body(LocalRequest request, HttpFields headers) {
        return BodySource.of(new CallBody.Bytes(CallReader.mediaType(headers), request.body()));
    }

    /// An answer that is collected.
    private static final class Memory implements Outlet {
        private final HttpFields asked;
        private final HttpFields.Mutable replied = HttpFields.build();
        private final ByteArrayOutputStream body = new ByteArrayOutputStream(1024);
        private int code;

        Memory(HttpFields asked) {
            this.asked = asked;
        }

        @Override
        public String header(HttpHeader name) {
            String value = asked.get(name);
            return value == null ? "" : value;
        }

        /// Nothing travels: there is nothing to gain.
        @Override
        public boolean acceptsGzip() {
            return false;
        }

        @Override
        public HttpFields.Mutable responseHeaders() {
            return replied;
        }

        @Override
        public void begin(int newCode) {
            code = newCode;
        }

        @Override
        public void write(boolean last, ByteBuffer bytes) {
            byte[] part = new byte[bytes.remaining()];
            bytes.get(part);
            body.writeBytes(part);
        }

        private interface Writing {
            void to(Outlet outlet) throws IOException;
        }

        Reply reply(Writing writing) {
            try {
                writing.to(this);
            } catch (IOException e) {
                throw new UncheckedIOException(e); // Memory does not fail.
            }
            return reply(new Content.Whole(body.toByteArray()));
        }

        Reply reply(Content content) {
            Map<String, List<String>> headers = new LinkedHashMap<>();
            for (HttpField field : replied) {
                headers.put(field.getName(), replied.getValuesList(field.getName()));
            }
            return new Reply(code, headers, content);
        }
    }

    /// A text whose end is the end of its call.
    private record LivingText(TextStream text, CallLife life) implements TextStream {
        @Override
        public Optional<byte[]> next(Duration deadline) {
            return text.next(deadline);
        }

        @Override
        public void close() {
            text.close();
            life.end();
        }
    }
}
