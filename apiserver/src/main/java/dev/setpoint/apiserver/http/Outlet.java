package dev.setpoint.apiserver.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/// Where an answer goes: to a client at the other end of a connection, or to one in the same JVM.
interface Outlet {
    /// A header of the request; empty text when there is none.
    String header(HttpHeader name);

    boolean acceptsGzip();

    HttpFields.Mutable responseHeaders();

    /// Sets what must be known before the first byte.
    void begin(int code);

    default void begin(int code, String mediaType) {
        begin(code);
        responseHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    }

    /// Writes and waits until the bytes are on their way; the buffer can then be used again.
    ///
    /// @throws IOException when the client is gone, or takes nothing for too long
    void write(boolean last, ByteBuffer bytes) throws IOException;
}
