package dev.setpoint.conformance.ways;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.http.LocalCalls;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.conformance.AdminHttp;
import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ways.Question.Scope;
import dev.setpoint.server.ServedDocuments;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Law 5, over the whole table. Each way works in a namespace of its own; what must differ is taken out.
class WaysInIT {
    static final String AGENT = "ways/1.0";

    private Cluster cluster;
    private Env env;

    @BeforeEach
    void start() {
        cluster = Cluster.withoutNodes();
        env = RealEnv.create("ways");
    }

    @AfterEach
    void stop() {
        env.close();
        cluster.close();
    }

    @Test
    void everyWayInGivesTheSameAnswers() {
        List<Question> questions = Table.questions();
        assertThat(questions).hasSizeGreaterThanOrEqualTo(300);
        List<Way> ways = ways();
        Way first = ways.getFirst();
        ways.forEach(WaysInIT::makeSpace);
        List<String> differences = new ArrayList<>();
        for (Question question : questions) {
            Way.Reply expected = ask(first, question).orElseThrow();
            for (Way way : ways.subList(1, ways.size())) {
                ask(way, question)
                        .filter(reply -> differs(expected, reply))
                        .ifPresent(reply -> differences.add(question + "\n  " + first.name() + ": " + expected + "\n  "
                                + way.name() + ": " + reply));
            }
        }
        assertThat(differences).isEmpty();
    }

    /// The first is what the others are compared with.
    private List<Way> ways() {
        AdminHttp http = AdminHttp.of(cluster.kubeconfig());
        ApiServer apiServer = cluster.server().controlPlane().apiServer();
        LocalCalls calls = new LocalCalls(
                apiServer.outside(ServedDocuments.of(cluster.server().controlPlane(), 0), UnaryOperator.identity()),
                User.of("kubernetes-admin", User.MASTERS),
                env);
        return List.of(
                new HttpsWay(http, HttpClient.Version.HTTP_2),
                new HttpsWay(http, HttpClient.Version.HTTP_1_1),
                new LocalWay(calls),
                new InsideWay(apiServer.inside(), env),
                new WebSocketWay(http));
    }

    private static String space(Way way) {
        return "way-" + way.name();
    }

    /// With what its loops put into a namespace, so that it comes between nothing.
    private static void makeSpace(Way way) {
        String space = space(way);
        if (way instanceof WebSocketWay) {
            return; // It only watches, what the first way made.
        }
        Question create = new Question(
                Verb.CREATE,
                "v1",
                Scope.CLUSTER,
                "namespaces",
                "",
                Question.JSON,
                Question.JSON,
                "{\"metadata\":{\"name\":\"" + space + "\"}}",
                0);
        assertThat(way.ask(create, space).orElseThrow().code()).isEqualTo(201);
        Question account = new Question(
                Verb.WATCH,
                "v1",
                Scope.NAMESPACED,
                "serviceaccounts",
                "resourceVersion=0&fieldSelector=metadata.name=default",
                "",
                Question.JSON,
                "",
                1);
        way.ask(account, space);
        way.ask(
                new Question(
                        Verb.WATCH,
                        "v1",
                        Scope.NAMESPACED,
                        "configmaps",
                        "resourceVersion=0&fieldSelector=metadata.name=kube-root-ca.crt",
                        "",
                        Question.JSON,
                        "",
                        1),
                space);
    }

    private static Optional<Way.Reply> ask(Way way, Question question) {
        String space = way instanceof WebSocketWay ? "way-https2" : space(way);
        return way.ask(question.in(space), space)
                .map(reply -> new Way.Reply(
                        reply.code(),
                        reply.parts().stream()
                                .map(part -> normalised(part, space))
                                .toList(),
                        reply.warnings()));
    }

    private static boolean differs(Way.Reply expected, Way.Reply reply) {
        boolean refusedWithoutWords = reply.parts().isEmpty() && reply.code() >= 400;
        return reply.code() != expected.code()
                || (!refusedWithoutWords && !reply.parts().equals(expected.parts()))
                || (reply.warnings().isPresent() && !reply.warnings().equals(expected.warnings()));
    }

    /// Takes out what must differ between two namespaces: their names, uids, revisions, times and generated words.
    private static String normalised(String answer, String space) {
        return answer.lines()
                .map(line -> line.replace(space, "SPACE")
                        .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
                        .replaceAll("kube-api-access-[a-z0-9]{5}", "kube-api-access-SUFFIX")
                        .replaceAll("(resourceVersion\"?): ?\"\\d+\"", "$1:\"N\"")
                        .replaceAll("current: \\d+", "current: N")
                        .replaceAll("\\(\\d+\\)", "(N)")
                        .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "TIME")
                        .replaceAll("\"continue\":\"[^\"]*\"", "\"continue\":\"TOKEN\"")
                        .replaceAll("\"\\d+m?s\"|\"<invalid>\"", "\"AGE\""))
                .collect(Collectors.joining("\n"));
    }
}
