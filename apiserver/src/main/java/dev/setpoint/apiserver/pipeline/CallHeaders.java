package dev.setpoint.apiserver.pipeline;

import java.util.List;
import java.util.function.BiConsumer;

/// The headers of a call. Names are compared without regard to case.
public interface CallHeaders {
    /// The first value; empty text when there is none.
    String first(String name);

    /// In order, one element for each header of that name.
    List<String> all(String name);

    /// @param action gets each name and value, in order
    void forEach(BiConsumer<String, String> action);

    /// Whether a name begins so.
    boolean anyBeginsWith(String prefix);

    /// A single header.
    static CallHeaders of(String name, String value) {
        return new CallHeaders() {
            @Override
            public String first(String wanted) {
                return wanted.equalsIgnoreCase(name) ? value : "";
            }

            @Override
            public List<String> all(String wanted) {
                return wanted.equalsIgnoreCase(name) ? List.of(value) : List.of();
            }

            @Override
            public boolean anyBeginsWith(String prefix) {
                return name.regionMatches(true, 0, prefix, 0, prefix.length());
            }

            @Override
            public void forEach(BiConsumer<String, String> action) {
                action.accept(name, value);
            }
        };
    }
}
