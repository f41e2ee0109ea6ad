package dev.setpoint.apiserver.crd.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.crd.VersionConverter;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.resources.custom.CustomDefinition;
import dev.setpoint.resources.strategy.Fields;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookConverterTest {
    private static final String DEFINITION = "{'spec':{'group':'example.com','names':{'kind':'Widget'},'versions':[],"
            + "'conversion':{'strategy':'Webhook','webhook':{'conversionReviewVersions':['v1'],'clientConfig':{"
            + "'service':{'name':'hook','namespace':'tools','path':'/convert'}}}}}}";
    private static final JsonObject WIDGET =
            json("{'metadata':{'name':'a','uid':'u','labels':{'l':'1'}},'spec':{'size':'3'}}");

    private final Env env = RealEnv.create("test");

    @AfterEach
    void stop() {
        env.close();
    }

    @Test
    void takesWhatTheWebhookMakesOfAnObjectButItsIdentity() {
        VersionConverter converter = converter((address, body) -> {
            assertThat(address.uri()).isEqualTo(URI.create("https://hook.tools.svc:443/convert"));
            JsonObject request = JsonReader.object(body).child("request");
            assertThat(request.textOr("desiredAPIVersion", "")).isEqualTo("example.com/v2");
            JsonObject object = Fields.objects(request, "objects").getFirst();
            assertThat(object.textOr("apiVersion", "")).isEqualTo("example.com/v1");
            object.put("apiVersion", "example.com/v2").child("spec").put("size", 3);
            object.child("metadata").put("uid", "forged").put("labels", json("{'l':'2'}"));
            return answer(request, "{'status':'Success'}", object);
        });
        assertThat(converter.convert(List.of(WIDGET.copy()), "example.com/v1", "example.com/v2"))
                .containsExactly(json("{'metadata':{'name':'a','uid':'u','labels':{'l':'2'}},'spec':{'size':3}}"));
    }

    @Test
    void tellsWhyTheWebhookRefused() {
        VersionConverter converter = converter((_, body) ->
                answer(JsonReader.object(body).child("request"), "{'status':'Failure','message':'not today'}", WIDGET));
        assertThatThrownBy(() -> converter.convert(List.of(WIDGET.copy()), "example.com/v1", "example.com/v2"))
                .hasMessage("conversion webhook for example.com/v1, Kind=Widget failed: not today");
    }

    @Test
    void refusesAnotherVersionThanItAskedFor() {
        VersionConverter converter = converter((_, body) -> {
            JsonObject request = JsonReader.object(body).child("request");
            return answer(
                    request,
                    "{'status':'Success'}",
                    Fields.objects(request, "objects").getFirst());
        });
        assertThatThrownBy(() -> converter.convert(List.of(WIDGET.copy()), "example.com/v1", "example.com/v2"))
                .hasMessageContaining("invalid groupVersion (expected example.com/v2, received example.com/v1)");
    }

    @Test
    void failsWhenTheWebhookCannotBeReached() {
        VersionConverter converter = converter((_, _) -> {
            throw new IOException("connection refused");
        });
        assertThatThrownBy(() -> converter.convert(List.of(WIDGET.copy()), "example.com/v1", "example.com/v2"))
                .hasMessageContaining("connection refused");
    }

    private VersionConverter converter(WebhookCall call) {
        return WebhookConverter.of(env, call, CustomDefinition.of(json(DEFINITION)));
    }

    private static byte[] answer(JsonObject request, String result, JsonObject object) {
        JsonObject response = new JsonObject()
                .put("uid", request.textOr("uid", ""))
                .put("result", json(result))
                .put("convertedObjects", JsonArray.of(object));
        return JsonWriter.bytes(new JsonObject().put("response", response));
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
