package dev.setpoint.apiserver.pipeline;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// What goes back. HTTP only writes it out; it never looks inside an object.
public sealed interface Answer {
    /// The status code over HTTP.
    default int code() {
        return switch (this) {
            case One(int code, var _, var _) -> code;
            case Document(int code, var _, var _) -> code;
            case Text(int code, var _, var _) -> code;
            case Page(var document) -> document.code();
            case Many _, Stream _ -> 200;
            case Duplex _ -> 101;
        };
    }

    /// Texts for `Warning: 299 - "..."` headers.
    List<String> warnings();

    /// The same with one more warning, before all others.
    default Answer warning(String text) {
        List<String> all = new ArrayList<>();
        all.add(text);
        all.addAll(warnings());
        return switch (this) {
            case One(int code, var object, var _) -> new One(code, object, all);
            case Document(int code, var json, var _) -> new Document(code, json, all);
            case Many(var head, var items, int skip, var tail, var _) -> new Many(head, items, skip, tail, all);
            case Stream(var events, var _) -> new Stream(events, all);
            case Text(int code, var body, var _) -> new Text(code, body, all);
            case Duplex(var conversation, var _) -> new Duplex(conversation, all);
            case Page page -> page;
        };
    }

    /// One object in its stored form.
    record One(int code, Stored object, List<String> warnings) implements Answer {}

    /// A small document made for this answer: a Table, a Scale, a review, a Status of success.
    record Document(int code, JsonObject json, List<String> warnings) implements Answer {}

    /// A list that is written while it is walked: `head`, then the items separated by commas, then `tail`.
    ///
    /// @param skip how many bytes of each item an opening brace replaces: built-in items go without their type
    record Many(byte[] head, Iterator<Stored> items, int skip, byte[] tail, List<String> warnings) implements Answer {}

    /// What is served beside resources, as it is.
    record Page(Documents.Document document) implements Answer {
        @Override
        public List<String> warnings() {
            return List.of();
        }
    }

    /// Plain text that may go on for long; the caller closes it.
    record Text(int code, TextStream text, List<String> warnings) implements Answer {}

    /// An open watch, to be written until it ends; the caller closes it.
    record Stream(EventStream events, List<String> warnings) implements Answer {}

    /// A connection on which both sides speak from now on. A way in that cannot carry it abandons it.
    record Duplex(Conversation conversation, List<String> warnings) implements Answer {}
}
