package dev.setpoint.junit;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.base.Env;

/// The border between threads of the real world and the world of a cluster. A call crosses it whole: its body is read
/// before, so that a slow client never holds the world up. What goes on for long, a watch or a log, is followed by a
/// task in the world and handed out as it comes.
final class OutsidePipeline implements Pipeline {
    private final Pipeline inside;
    private final Drive drive;
    private final Env real;

    OutsidePipeline(Pipeline inside, Drive drive, Env real) {
        this.inside = inside;
        this.drive = drive;
        this.real = real;
    }

    @Override
    public Answer handle(Call call) {
        Call whole = whole(call);
        return switch (drive.call("request", () -> inside.handle(whole))) {
            case Answer.Stream(var events, var warnings) ->
                new Answer.Stream(OutsideStream.events(drive, real, events), warnings);
            case Answer.Text(int code, var text, var warnings) ->
                new Answer.Text(code, OutsideStream.text(drive, real, text), warnings);
            case Answer answer -> answer;
        };
    }

    private static Call whole(Call call) {
        return switch (call.question()) {
            case Question.OfResource(var verb, var _) ->
                switch (verb) {
                    case CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION -> call.withBody(call.body());
                    case GET, LIST, WATCH -> call;
                };
            case Question.OfPath _, Question.OfNothing _ -> call;
        };
    }
}
