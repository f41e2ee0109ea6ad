package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.http.Form.Format;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.machinery.api.ApiException;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json                                                 | JSON | OBJECT",
                "*/*                                                              | JSON | OBJECT",
                "application/*                                                    | JSON | OBJECT",
                "text/html, */*; q=0.01                                           | JSON | OBJECT",
                "text/html,application/json;q=0.9                                 | JSON | OBJECT",
                "application/yaml                                                 | YAML | OBJECT",
                "application/json;q=0.5,application/yaml                          | YAML | OBJECT",
                "application/vnd.kubernetes.protobuf,application/json             | PROTOBUF | OBJECT",
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json    | JSON | TABLE_V1",
                "application/json;as=Table;v=v1beta1;g=meta.k8s.io                | JSON | TABLE_V1BETA1",
                "application/json;as=Table;v=v9;g=meta.k8s.io,application/json    | JSON | OBJECT",
                "application/json;as=Thing;v=v1;g=meta.k8s.io,application/json    | JSON | OBJECT",
                "application/json; as=PartialObjectMetadata; g=meta.k8s.io; v=v1  | JSON | METADATA_V1",
                "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1beta1 | JSON | METADATA_LIST_V1BETA1",
                "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1;"
                        + "g=meta.k8s.io,application/json | JSON | TABLE_V1",
            })
    void takesTheFirstThatItCanDo(String accept, Format format, Representation representation) {
        assertThat(negotiate(accept, Verb.GET)).isEqualTo(new Form(format, representation, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/cbor"})
    void saysWhatThereIsWhenNothingFits(String accept) {
        assertThatThrownBy(() -> negotiate(accept, Verb.LIST))
                .isInstanceOf(ApiException.class)
                .hasMessage("406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, "
                        + "application/vnd.kubernetes.protobuf");
    }

    @Test
    void streamsOnlyJson() {
        assertThat(negotiate("application/yaml,application/json;stream=watch", Verb.WATCH)
                        .format())
                .isEqualTo(Format.JSON);
        assertThatThrownBy(() -> negotiate("application/yaml", Verb.WATCH))
                .hasMessageContaining("application/json;stream=watch");
    }

    @Test
    void answersInJsonWhenNothingIsAsked() {
        assertThat(Form.negotiate(List.of(), Verb.GET, Map.of(), "kubectl")).isEqualTo(Form.PLAIN);
    }

    @ParameterizedTest
    @CsvSource({
        "kubectl/1.33,  -,     false",
        "curl/8.5.0,    -,     true",
        "curl/8.5.0,    false, false",
        "Mozilla/5.0 x, '',    true",
        "kubectl/1.33,  true,  true",
        "kubectl/1.33,  1,     true",
    })
    void indentsForPeople(String agent, String pretty, boolean indented) {
        Map<String, List<String>> parameters = pretty.equals("-") ? Map.of() : Map.of("pretty", List.of(pretty));
        assertThat(Form.negotiate(List.of(), Verb.GET, parameters, agent).indented())
                .isEqualTo(indented);
    }

    private static Form negotiate(String accept, Verb verb) {
        HttpFields headers = HttpFields.build().add(HttpHeader.ACCEPT, accept);
        return Form.negotiate(CallReader.accepted(headers), verb, Map.of(), "kubectl/1.33");
    }
}
