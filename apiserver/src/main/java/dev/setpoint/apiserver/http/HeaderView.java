package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.CallHeaders;
import java.util.List;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

/// The headers of an HTTP request in the pipeline's words.
record HeaderView(HttpFields fields) implements CallHeaders {
    @Override
    public String first(String name) {
        String value = fields.get(name);
        return value == null ? "" : value;
    }

    @Override
    public List<String> all(String name) {
        return fields.getValuesList(name);
    }

    @Override
    public boolean anyBeginsWith(String prefix) {
        for (HttpField field : fields) {
            if (field.getName().regionMatches(true, 0, prefix, 0, prefix.length())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void forEach(BiConsumer<String, String> action) {
        for (HttpField field : fields) {
            action.accept(field.getName(), field.getValue() == null ? "" : field.getValue());
        }
    }
}
