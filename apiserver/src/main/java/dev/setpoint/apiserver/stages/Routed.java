package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;

/// Hands a call to whoever answers for what it is about.
final class Routed implements Pipeline {
    private final Pipeline resources;
    private final Documents documents;

    Routed(Pipeline resources, Documents documents) {
        this.resources = resources;
        this.documents = documents;
    }

    @Override
    public Answer handle(Call call) {
        return switch (call.question()) {
            case Question.OfResource _ -> resources.handle(call);
            case Question.OfPath path -> document(call, path);
            case Question.OfNothing _ -> throw new ApiException(new ApiError.NoSuchPath());
        };
    }

    private Answer document(Call call, Question.OfPath asked) {
        Documents.Document found = documents
                .find(new Documents.Query(asked.path(), call.parameters(), asked.accepted(), call.user()))
                .orElseThrow(() -> new ApiException(new ApiError.NoSuchPage()));
        if (!asked.method().equals("get") && !asked.method().equals("head")) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        return new Answer.Page(found);
    }
}
