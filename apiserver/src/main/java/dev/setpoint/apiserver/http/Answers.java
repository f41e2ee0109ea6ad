package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.Response;
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

    static void one(Exchange exchange, Form form, Response.One answer) throws IOException {
        Stored object = answer.object();
        write(exchange, form, answer.code(), object.bytes().length + DIGITS_OF_A_REVISION + 1, object::writeTo);
    }

    static void document(Exchange exchange, Form form, Response.Document answer) throws IOException {
        byte[] json = JsonWriter.bytes(answer.json());
        write(exchange, form, answer.code(), json.length + 1, out -> out.write(json));
    }

    static void many(Exchange exchange, Form form, Response.Many answer) throws IOException {
        write(exchange, form, 200, 0, out -> items(answer, out));
    }

    static void items(Response.Many answer, OutputStream out) throws IOException {
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

    static void error(Exchange exchange, ApiError error) throws IOException {
        Status status = Status.of(error);
        JsonObject details = status.details();
        long retryAfter = details == null ? 0 : details.integerOr("retryAfterSeconds", 0);
        if (retryAfter > 0) {
            exchange.responseHeaders().put(HttpHeader.RETRY_AFTER, retryAfter);
        }
        byte[] json = JsonWriter.bytes(Status.toJson(error));
        write(exchange, Form.PLAIN, status.code(), json.length + 1, out -> out.write(json));
    }

    /// A document as it is, or only the news that the client's copy is still good.
    static void document(Exchange exchange, Documents.Document document) throws IOException {
        document.headers().forEach(exchange.responseHeaders()::put);
        if (!document.etag().isEmpty()) {
            String etag = '"' + document.etag() + '"';
            exchange.responseHeaders().put(HttpHeader.ETAG, etag);
            if (exchange.header(HttpHeader.IF_NONE_MATCH).contains(etag)) {
                exchange.response().setStatus(304);
                exchange.write(true, ByteBuffer.allocate(0));
                return;
            }
        }
        exchange.begin(document.code(), document.mediaType());
        whole(exchange, document.body());
    }

    static void noPage(Exchange exchange) throws IOException {
        exchange.begin(404, "text/plain; charset=utf-8");
        exchange.responseHeaders().put("X-Content-Type-Options", "nosniff");
        whole(exchange, NO_PAGE);
    }

    /// Something that writes compact JSON.
    private interface Json {
        void writeTo(OutputStream out) throws IOException;
    }

    /// With a line end after it, which people at a terminal like and Kubernetes sends too.
    private static void write(Exchange exchange, Form form, int code, int expected, Json json) throws IOException {
        if (form.format() == Form.Format.PROTOBUF) {
            protobuf(exchange, form, code, expected, json);
            return;
        }
        exchange.begin(code, form.format().mediaType());
        BodyStream body = new BodyStream(exchange, expected);
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

    private static void protobuf(Exchange exchange, Form form, int code, int expected, Json json) throws IOException {
        ByteArrayOutputStream collected = new ByteArrayOutputStream(Math.max(expected, 1024));
        json.writeTo(collected);
        Optional<byte[]> encoded = BuiltInMessages.encode(JsonReader.object(collected.toByteArray()));
        exchange.begin(code, (encoded.isPresent() ? form.format() : Form.Format.JSON).mediaType());
        BodyStream body = new BodyStream(exchange, 0);
        body.write(encoded.orElseGet(collected::toByteArray));
        body.close();
    }

    private static void whole(Exchange exchange, byte[] bytes) throws IOException {
        if (bytes.length > BodyStream.GZIP_THRESHOLD && exchange.acceptsGzip()) {
            BodyStream body = new BodyStream(exchange, 0);
            body.write(bytes);
            body.close();
            return;
        }
        exchange.responseHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        exchange.write(true, ByteBuffer.wrap(bytes));
    }
}
