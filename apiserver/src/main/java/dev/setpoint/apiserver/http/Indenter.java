package dev.setpoint.apiserver.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Indents compact JSON while it passes, with two spaces for each level, without ever holding the document.
///
///     {"a":[1,{}],"b":"x"}   becomes   {
///                                        "a": [
///                                          1,
///                                          {}
///                                        ],
///                                        "b": "x"
///                                      }
final class Indenter extends FilterOutputStream {
    private int depth;
    private boolean inText;
    private boolean escaped;
    /// An opening brace was the last byte: whether to break the line is known with the next.
    private boolean opened;

    Indenter(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public void write(int value) throws IOException {
        if (inText) {
            out.write(value);
            inText = escaped || value != '"';
            escaped = !escaped && value == '\\';
            return;
        }
        boolean closing = value == '}' || value == ']';
        if (opened && !closing) {
            breakLine();
        }
        switch (value) {
            case '{', '[' -> {
                out.write(value);
                depth++;
            }
            case '}', ']' -> {
                depth--;
                if (!opened) {
                    breakLine();
                }
                out.write(value);
            }
            case ',' -> {
                out.write(value);
                breakLine();
            }
            case ':' -> {
                out.write(value);
                out.write(' ');
            }
            default -> {
                inText = value == '"';
                out.write(value);
            }
        }
        opened = value == '{' || value == '[';
    }

    private void breakLine() throws IOException {
        out.write('\n');
        for (int i = 0; i < depth; i++) {
            out.write(' ');
            out.write(' ');
        }
    }
}
