package dev.setpoint.apiserver.http;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// What Jetty refuses by itself, before our handler sees it, looks like every other failure: a Status, and
/// nothing of what went on inside.
final class ErrorPages implements Request.Handler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int code = response.getStatus();
        Object said = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        String message = code < 500 && said != null ? said.toString() : HttpStatus.getMessage(code);
        byte[] body = JsonWriter.bytes(status(code, message));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }

    private static JsonObject status(int code, String message) {
        return switch (code) {
            case 400 -> Status.toJson(new ApiError.BadRequest(message));
            case 500 -> Status.toJson(new ApiError.Internal(message));
            case 503 -> Status.toJson(new ApiError.Unavailable(message));
            default -> new Status(code, "", message, null).toJson(Optional.empty());
        };
    }
}
