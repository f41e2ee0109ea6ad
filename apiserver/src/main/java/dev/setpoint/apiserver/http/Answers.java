package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.yaml.YamlWriter;
import dev.setpoint.resources.schema.BuiltInMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;

/// Writes every answer that ends by itself.
final class Answers {
    private static final int DIGITS_OF_A_REVISION = 19;
    private static final byte[] NO_PAGE = "404 page not found\n".getBytes(StandardCharsets.UTF_8);

    private Answers() {}

    /// Writes an answer that ends by itself.
    static void write(Outlet outlet, Form form, Answer answer) throws IOException {
        Warnings.add(answer.warnings(), outlet.responseHeaders());
        switch (answer) {
            case Answer.One one -> one(outlet, form, one);
            case Answer.Document document -> document(outlet, form, document);
            case Answer.Many many -> many(outlet, form, many);
            case Answer.Page(var document) -> document(outlet, document);
            case Answer.Text _, Answer.Stream _, Answer.Duplex _ ->
                throw new IllegalArgumentException(answer + " (expected: an answer that ends by itself)");
        }
    }

    private static void one(Outlet outlet, Form form, Answer.One answer) throws IOException {
        Stored object = answer.object();
        write(outlet, form, answer.code(), object.bytes().length + DIGITS_OF_A_REVISION + 1, object::writeTo);
    }

    private static void document(Outlet outlet, Form form, Answer.Document answer) throws IOException {
        byte[] json = JsonWriter.bytes(answer.json());
        write(outlet, form, answer.code(), json.length + 1, out -> out.write(json));
    }

    private static void many(Outlet outlet, Form form, Answer.Many answer) throws IOException {
        write(outlet, form, 200, 0, out -> items(answer, out));
    }

    private static void items(Answer.Many answer, OutputStream out) throws IOException {
        out.write(answer.head());
        boolean first = true;
        while (answer.items().hasNext()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            if (answer.skip() > 0) {
                out.write('{');
            }
            answer.items().next().writeTo(out, answer.skip());
        }
        out.write(answer.tail());
    }

    static void error(Outlet outlet, ApiError error) throws IOException {
        if (error instanceof ApiError.NoSuchPage) {
            noPage(outlet);
            return;
        }
        Status status = Status.of(error);
        JsonObject details = status.details();
        long retryAfter = details == null ? 0 : details.integerOr("retryAfterSeconds", 0);
        if (retryAfter > 0) {
            outlet.responseHeaders().put(HttpHeader.RETRY_AFTER, retryAfter);
        }
        byte[] json = JsonWriter.bytes(Status.toJson(error));
        write(outlet, Form.PLAIN, status.code(), json.length + 1, out -> out.write(json));
    }

    /// A document as it is, or only the news that the client's copy is still good.
    private static void document(Outlet outlet, Documents.Document document) throws IOException {
        document.headers().forEach(outlet.responseHeaders()::put);
        if (!document.etag().isEmpty()) {
            String etag = '"' + document.etag() + '"';
            outlet.responseHeaders().put(HttpHeader.ETAG, etag);
            if (outlet.header(HttpHeader.IF_NONE_MATCH).contains(etag)) {
                outlet.begin(304);
                outlet.write(true, ByteBuffer.allocate(0));
                return;
            }
        }
        outlet.begin(document.code(), document.mediaType());
        whole(outlet, document.body());
    }

    private static void noPage(Outlet outlet) throws IOException {
        outlet.begin(404, "text/plain; charset=utf-8");
        outlet.responseHeaders().put("X-Content-Type-Options", "nosniff");
        whole(outlet, NO_PAGE);
    }

    /// Something that writes compact JSON.
    private interface Json {
        void writeTo(OutputStream out) throws IOException;
    }

    /// With a line end after it, which people at a terminal like and Kubernetes sends too.
    private static void write(Outlet outlet, Form form, int code, int expected, Json json) throws IOException {
        if (form.format() == Form.Format.PROTOBUF) {
            protobuf(outlet, form, code, expected, json);
            return;
        }
        outlet.begin(code, form.format().mediaType());
        BodyStream body = new BodyStream(outlet, expected);
        if (form.format() == Form.Format.JSON) {
            json.writeTo(form.indented() ? new Indenter(body) : body);
            body.write('\n');
        } else {
            ByteArrayOutputStream collected = new ByteArrayOutputStream(Math.max(expected, 1024));
            json.writeTo(collected);
            body.write(
                    YamlWriter.text(JsonReader.value(collected.toByteArray())).getBytes(StandardCharsets.UTF_8));
        }
        body.close();
    }

    private static void protobuf(Outlet outlet, Form form, int code, int expected, Json json) throws IOException {
        ByteArrayOutputStream collected = new ByteArrayOutputStream(Math.max(expected, 1024));
        json.writeTo(collected);
        Optional<byte[]> encoded = BuiltInMessages.encode(JsonReader.object(collected.toByteArray()));
        outlet.begin(code, (encoded.isPresent() ? form.format() : Form.Format.JSON).mediaType());
        BodyStream body = new BodyStream(outlet, 0);
        body.write(encoded.orElseGet(collected::toByteArray));
        body.close();
    }

    private static void whole(Outlet outlet, byte[] bytes) throws IOException {
        if (bytes.length > BodyStream.GZIP_THRESHOLD && outlet.acceptsGzip()) {
            BodyStream body = new BodyStream(outlet, 0);
            body.write(bytes);
            body.close();
            return;
        }
        outlet.responseHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        outlet.write(true, ByteBuffer.wrap(bytes));
    }
}
