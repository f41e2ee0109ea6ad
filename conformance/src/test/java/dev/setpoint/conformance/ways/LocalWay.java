package dev.setpoint.conformance.ways;

import dev.setpoint.apiserver.http.LocalCalls;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// HTTP without a socket, as `@ControlPlane` tests come in.
final class LocalWay implements Way {
    private final LocalCalls calls;

    LocalWay(LocalCalls calls) {
        this.calls = calls;
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Optional<Reply> ask(Question question, String space) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("User-Agent", List.of(WaysInIT.AGENT));
        headers.put("Accept", List.of(question.accept()));
        if (!question.mediaType().isEmpty()) {
            headers.put("Content-Type", List.of(question.mediaType()));
        }
        LocalCalls.Reply reply = calls.answer(new LocalCalls.LocalRequest(
                question.method(), URI.create("https://inside" + question.uri(space)), headers, question.bytes()));
        List<String> parts = switch (reply.content()) {
            case LocalCalls.Content.Whole(byte[] bytes) -> List.of(new String(bytes, StandardCharsets.UTF_8));
            case LocalCalls.Content.Events(var frames) -> {
                try (frames) {
                    yield events(frames, question.events());
                }
            }
            case LocalCalls.Content.Text(var text) -> {
                try (text) {
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    Optional<byte[]> more = text.next(Duration.ofSeconds(30));
                    while (more.isPresent()) {
                        all.writeBytes(more.get());
                        more = text.next(Duration.ofSeconds(30));
                    }
                    yield List.of(all.toString(StandardCharsets.UTF_8));
                }
            }
        };
        List<String> warnings = new ArrayList<>();
        reply.headers().forEach((name, values) -> {
            if (name.equalsIgnoreCase("warning")) {
                warnings.addAll(values);
            }
        });
        return Optional.of(new Reply(reply.code(), parts, Optional.of(warnings)));
    }

    private static List<String> events(LocalCalls.Frames frames, int wanted) {
        List<String> events = new ArrayList<>();
        while (events.size() < wanted) {
            for (byte[] frame : frames.next(Duration.ofSeconds(30)).orElseThrow()) {
                events.add(new String(frame, StandardCharsets.UTF_8).strip());
            }
        }
        return events.subList(0, wanted);
    }
}
