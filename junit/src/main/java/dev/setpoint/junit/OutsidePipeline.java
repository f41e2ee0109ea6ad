package dev.setpoint.junit;

import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.Response;
import dev.setpoint.base.Env;

/// The pipeline of a world's API server, for threads of the real world. What goes on for long, a watch or a log, is
/// followed by a task in the world and handed out as it comes.
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
    public Response handle(Request request) {
        return switch (drive.call("request", () -> inside.handle(request))) {
            case Response.Stream(var events, var warnings) ->
                new Response.Stream(OutsideStream.events(drive, real, events), warnings);
            case Response.Text(int code, var text, var warnings) ->
                new Response.Text(code, OutsideStream.text(drive, real, text), warnings);
            case Response answer -> answer;
        };
    }
}
