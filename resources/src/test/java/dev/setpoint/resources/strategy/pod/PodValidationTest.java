package dev.setpoint.resources.strategy.pod;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static dev.setpoint.resources.strategy.Samples.updated;
import static dev.setpoint.resources.strategy.Samples.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Fields;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodValidationTest {
    private static final String LABEL =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or"
                    + " '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for"
                    + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

    private final PodStrategy strategy = new PodStrategy();

    @Test
    void needsContainers() {
        assertThat(spec("'containers': []")).containsExactly("spec.containers: Required value");
        assertThat(mistakes(strategy, "{'spec': {}}")).containsExactly("spec.containers: Required value");
    }

    @Test
    void namesAndImagesAreSound() {
        assertThat(spec("'containers': [{'image': '', 'name': 'UP'}, {'image': ' a', 'name': 'x'}]"))
                .containsExactly(
                        "spec.containers[0].name: Invalid value: \"UP\": " + LABEL,
                        "spec.containers[0].image: Required value",
                        "spec.containers[1].image: Invalid value: \" a\": must not have leading or trailing whitespace");
        assertThat(spec("'containers': [{'image': 'a', 'name': 'x'}, {'image': 'a', 'name': 'x'}]"))
                .containsExactly("spec.containers[1].name: Duplicate value: \"x\"");
        assertThat(with("'initContainers': [{'name': 'app', 'image': 'x'}]"))
                .containsExactly("spec.initContainers[0].name: Duplicate value: \"app\"");
    }

    @Test
    void policiesAreKnown() {
        assertThat(with("'dnsPolicy': 'Odd', 'restartPolicy': 'Sometimes'"))
                .containsExactly(
                        "spec.restartPolicy: Unsupported value: \"Sometimes\": supported values: \"Always\","
                                + " \"OnFailure\", \"Never\"",
                        "spec.dnsPolicy: Unsupported value: \"Odd\": supported values: \"ClusterFirstWithHostNet\","
                                + " \"ClusterFirst\", \"Default\", \"None\"");
        assertThat(container("'imagePullPolicy': 'Often', 'terminationMessagePolicy': 'No'"))
                .containsExactly(
                        "spec.containers[0].terminationMessagePolicy: Unsupported value: \"No\": supported values:"
                                + " \"File\", \"FallbackToLogsOnError\"",
                        "spec.containers[0].imagePullPolicy: Unsupported value: \"Often\": supported values:"
                                + " \"Always\", \"IfNotPresent\", \"Never\"");
        assertThat(with("'activeDeadlineSeconds': 0, 'terminationGracePeriodSeconds': -1"))
                .containsExactly("spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647,"
                        + " inclusive");
    }

    @Test
    void portsAreSound() {
        assertThat(container("'ports': [{'containerPort': 0}, {'containerPort': 99999, 'name': 'too-long-port-name',"
                        + " 'protocol': 'X'}]"))
                .containsExactly(
                        "spec.containers[0].ports[0].containerPort: Required value",
                        "spec.containers[0].ports[1].name: Invalid value: \"too-long-port-name\": must be no more than 15"
                                + " characters",
                        "spec.containers[0].ports[1].containerPort: Invalid value: 99999: must be between 1 and 65535,"
                                + " inclusive",
                        "spec.containers[0].ports[1].protocol: Unsupported value: \"X\": supported values: \"SCTP\","
                                + " \"TCP\", \"UDP\"");
    }

    @Test
    void mountsNameVolumes() {
        assertThat(container("'volumeMounts': [{'mountPath': '/x', 'name': 'nope'}]"))
                .containsExactly("spec.containers[0].volumeMounts[0].name: Not found: \"nope\"");
        assertThat(with("'volumes': [{'name': 'v', 'emptyDir': {}, 'hostPath': {'path': '/x'}}, {'name': 'w', 'secret':"
                        + " {}}, {'name': 'X', 'hostPath': {'path': '/a/../b'}}]"))
                .containsExactly(
                        "spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type",
                        "spec.volumes[1].secret.secretName: Required value",
                        "spec.volumes[2].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
                        "spec.volumes[2].name: Invalid value: \"X\": " + LABEL);
    }

    @Test
    void resourcesAreKnownAndWithinLimits() {
        assertThat(container("'resources': {'limits': {'cpu': '1'}, 'requests': {'cpu': '2'}}"))
                .containsExactly(
                        "spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal"
                                + " to cpu limit of 1");
        assertThat(container("'resources': {'requests': {'cpu': '-1'}}"))
                .containsExactly(
                        "spec.containers[0].resources.requests[cpu]: Invalid value: \"-1\": must be greater than"
                                + " or equal to 0");
        assertThat(container("'resources': {'limits': {'bogus': '1'}}"))
                .containsExactly(
                        "spec.containers[0].resources.limits[bogus]: Invalid value: \"bogus\": must be a standard"
                                + " resource type or fully qualified",
                        "spec.containers[0].resources.limits[bogus]: Invalid value: \"bogus\": must be a standard"
                                + " resource for containers",
                        "spec.containers[0].resources.requests[bogus]: Invalid value: \"bogus\": must be a standard"
                                + " resource type or fully qualified",
                        "spec.containers[0].resources.requests[bogus]: Invalid value: \"bogus\": must be a standard"
                                + " resource for containers");
        assertThat(container("'resources': {'limits': {'example.com/gpu': '1500m'}}"))
                .containsExactly(
                        "spec.containers[0].resources.limits[example.com/gpu]: Invalid value: \"1500m\": must be an"
                                + " integer",
                        "spec.containers[0].resources.requests[example.com/gpu]: Invalid value: \"1500m\": must be an"
                                + " integer");
        assertThat(container("'resources': {'requests': {'example.com/gpu': '1'}}"))
                .containsExactly("spec.containers[0].resources.limits: Required value: Limit must be set for non"
                        + " overcommitable resources");
    }

    @Test
    void probesHaveOneHandler() {
        assertThat(container("'livenessProbe': {'successThreshold': 2, 'periodSeconds': -1}"))
                .containsExactly(
                        "spec.containers[0].livenessProbe: Required value: must specify a handler type",
                        "spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal"
                                + " to 0",
                        "spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1");
        assertThat(container("'readinessProbe': {'exec': {'command': ['a']}, 'tcpSocket': {'port': 0}}"))
                .containsExactly("spec.containers[0].readinessProbe.tcpSocket: Forbidden: may not specify more than 1"
                        + " handler type");
        assertThat(with("'initContainers': [{'name': 'i', 'image': 'x', 'lifecycle': {}}]"))
                .containsExactly(
                        "spec.initContainers[0].lifecycle: Forbidden: may not be set for init containers without"
                                + " restartPolicy=Always");
    }

    @Test
    void variablesHaveOneSource() {
        assertThat(container("'env': [{'name': 'a=b', 'value': 'x', 'valueFrom': {'fieldRef': {'fieldPath':"
                        + " 'spec.restartPolicy'}}}, {'name': 'ok', 'valueFrom': {}}]"))
                .containsExactly(
                        "spec.containers[0].env[0].name: Invalid value: \"a=b\": a valid environment variable name must"
                                + " consist only of printable ASCII characters other than '='",
                        "spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: Unsupported value:"
                                + " \"spec.restartPolicy\": supported values: \"metadata.name\", \"metadata.namespace\","
                                + " \"metadata.uid\", \"spec.nodeName\", \"spec.serviceAccountName\", \"status.hostIP\","
                                + " \"status.hostIPs\", \"status.podIP\", \"status.podIPs\"",
                        "spec.containers[0].env[0].valueFrom: Invalid value: \"\": may not be specified when `value` is"
                                + " not empty",
                        "spec.containers[0].env[1].valueFrom: Invalid value: \"\": must specify one of: `fieldRef`,"
                                + " `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
    }

    @Test
    void schedulingRulesAreSound() {
        assertThat(with("""
                'tolerations': [{'operator': 'Equal'}, {'key': 'k', 'operator': 'Exists', 'value': 'v'}],
                'topologySpreadConstraints': [{'maxSkew': 0, 'whenUnsatisfiable': 'No'}],
                'affinity': {'nodeAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': {}}}"""))
                .containsExactly(
                        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms:"
                                + " Required value: must have at least one node selector term",
                        "spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero",
                        "spec.topologySpreadConstraints[0].topologyKey: Required value: can not be empty",
                        "spec.topologySpreadConstraints[0].whenUnsatisfiable: Unsupported value: \"No\": supported"
                                + " values: \"DoNotSchedule\", \"ScheduleAnyway\"",
                        "spec.tolerations[0].operator: Invalid value: \"Equal\": operator must be Exists when `key` is"
                                + " empty, which means \"match all values and all keys\"",
                        "spec.tolerations[1].operator: Invalid value: \"v\": value must be empty when `operator` is"
                                + " 'Exists'");
    }

    @Test
    void acceptsARichPod() {
        assertThat(spec("""
                'containers': [{'envFrom': [{'configMapRef': {'name': 'x'}}], 'image': 'registry.test/app:1', 'name': 'app',
                  'securityContext': {'capabilities': {'add': ['NET_ADMIN']}, 'runAsNonRoot': true},
                  'volumeMounts': [{'name': 'token', 'mountPath': '/t', 'readOnly': true}]}],
                'serviceAccountName': 'default',
                'volumes': [{'name': 'token', 'projected': {'sources': [{'serviceAccountToken': {'path': 'token'}},
                  {'configMap': {'name': 'ca', 'items': [{'key': 'ca.crt', 'path': 'ca.crt'}]}},
                  {'downwardAPI': {'items': [{'path': 'ns', 'fieldRef': {'fieldPath': 'metadata.namespace'}}]}}]}}],
                'affinity': {'podAntiAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [
                  {'podAffinityTerm': {'labelSelector': {}, 'topologyKey': 'zone'}, 'weight': 5}]}},
                'dnsConfig': {'nameservers': ['1.1.1.1'], 'options': [{'name': 'ndots', 'value': '2'}]},
                'securityContext': {'fsGroup': 5, 'seccompProfile': {'type': 'RuntimeDefault'},
                  'sysctls': [{'name': 'net.x', 'value': '1'}]}""")).isEmpty();
    }

    @Test
    void onlyLittleMayChange() {
        JsonObject old = created(strategy, pod("'containers': [{'image': 'a:1', 'name': 'app'}]"));

        assertThat(change(old, "image", "a:2")).isEmpty();
        assertThat(change(old, "workingDir", "/x"))
                .singleElement()
                .asString()
                .startsWith("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
                        + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions"
                        + " to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it"
                        + " was previously negative)\n@@ ")
                .contains("\n+   \"WorkingDir\": \"/x\"");
        assertThat(update(old, "'containers': [{'image': 'a:1', 'name': 'app'}, {'image': 'x', 'name': 'two'}]"))
                .containsExactly("spec.containers: Forbidden: pod updates may not add or remove containers");
        assertThat(update(
                        old,
                        "'containers': [{'image': 'a:1', 'name': 'app'}], 'tolerations': [{'operator': 'Exists'}],"
                                + " 'activeDeadlineSeconds': 50"))
                .isEmpty();
    }

    @Test
    void aDeadlineOnlyComesCloser() {
        String containers = "'containers': [{'image': 'a:1', 'name': 'app'}]";
        JsonObject old = created(strategy, pod(containers + ", 'activeDeadlineSeconds': 50"));

        assertThat(update(old, containers + ", 'activeDeadlineSeconds': 90"))
                .containsExactly("spec.activeDeadlineSeconds: Invalid value: 90: must be less than or equal to previous"
                        + " value");
        assertThat(update(old, containers + ", 'activeDeadlineSeconds': 20")).isEmpty();
    }

    @Test
    void ephemeralContainersComeThroughTheirSubresource() {
        JsonObject old = created(strategy, pod("'containers': [{'image': 'a:1', 'name': 'app'}]"));

        assertThat(debugged(old, "[{'image': 'x', 'name': 'dbg', 'targetContainerName': 'app'}]"))
                .isEmpty();
        assertThat(debugged(old, "[{'image': 'y', 'name': 'app'}]"))
                .containsExactly("spec.ephemeralContainers[0].name: Duplicate value: \"app\"");
        assertThat(debugged(old, "[{'image': 'y', 'name': 'dbg', 'ports': [{'containerPort': 1}]}]"))
                .containsExactly(
                        "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container");

        JsonObject running = old.copy();
        running.child("spec").put("ephemeralContainers", value("[{'image': 'x', 'name': 'dbg'}]"));
        strategy.applyDefaults(running);
        assertThat(debugged(running, "[{'image': 'y', 'name': 'dbg'}]"))
                .containsExactly("spec.ephemeralContainers: Forbidden: existing ephemeral containers \"dbg\" may not be"
                        + " changed\n@@ -1,6 +1,6 @@\n {\n  \"Name\": \"dbg\",\n- \"Image\": \"x\",\n+ \"Image\": \"y\",\n"
                        + "  \"Command\": null,\n  \"Args\": null,\n  \"WorkingDir\": \"\",\n");
    }

    @Test
    void resizingKeepsTheClassOfService() {
        JsonObject old = created(strategy, pod("'containers': [{'image': 'a:1', 'name': 'app'}]"));
        JsonObject pod = created(
                strategy,
                pod("'containers': [{'image': 'a:1', 'name': 'app', 'resources': {'requests': {'cpu': '1'}}}]"));
        strategy.prepareForSubresourceUpdate("resize", pod, old);

        assertThat(texts(strategy.validateSubresourceUpdate("resize", pod, old)))
                .containsExactly("spec: Invalid value: \"BestEffort\": Pod QOS Class may not change as a result of"
                        + " resizing");
    }

    @Test
    void whatHasEndedStaysSo() {
        JsonObject old =
                created(strategy, pod("'containers': [{'image': 'a', 'name': 'c'}], 'restartPolicy': 'Never'"));
        old.child("status")
                .put("containerStatuses", value("[{'name': 'c', 'state': {'terminated': {'exitCode': 1}}}]"));
        JsonObject pod = old.copy();
        pod.child("status").put("containerStatuses", value("[{'name': 'c', 'state': {'running': {}}}]"));

        assertThat(texts(strategy.validateStatusUpdate(pod, old)))
                .containsExactly(
                        "status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated"
                                + " state");
        old.child("spec").put("restartPolicy", "OnFailure");
        assertThat(strategy.validateStatusUpdate(pod, old)).isEmpty();
    }

    @Test
    void warnsOfWhatIsHardlyMeant() {
        JsonObject pod = created(
                strategy,
                "{'metadata': {'name': 'a.b'}, 'spec': {'terminationGracePeriodSeconds': -1,"
                        + " 'containers': [{'name': 'c', 'image': 'x', 'env': [{'name': 'A', 'value': '1'}, {'name': 'A', 'value':"
                        + " '2'}], 'ports': [{'containerPort': 80}, {'containerPort': 80}]}]}}");

        assertThat(strategy.warnings(pod))
                .containsExactly(
                        "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a"
                                + " DNS label is recommended: [must not contain dots]",
                        "spec.containers[0].env[1]: hides previous definition of \"A\", which may be dropped when using"
                                + " apply",
                        "spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]",
                        "spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be"
                                + " treated as 1");
    }

    private List<String> debugged(JsonObject old, String containers) {
        JsonObject pod = old.copy();
        pod.child("spec").put("ephemeralContainers", value(containers));
        strategy.applyDefaults(pod);
        strategy.prepareForSubresourceUpdate("ephemeralcontainers", pod, old);
        return texts(strategy.validateSubresourceUpdate("ephemeralcontainers", pod, old));
    }

    private List<String> change(JsonObject old, String field, String value) {
        JsonObject pod = old.copy();
        Fields.objects(pod.child("spec"), "containers").getFirst().put(field, value);
        return texts(strategy.validateUpdate(updated(strategy, pod, old), old));
    }

    private List<String> update(JsonObject old, String spec) {
        JsonObject pod = updated(strategy, object(pod(spec)), old);
        return texts(strategy.validateUpdate(pod, old));
    }

    private List<String> container(String fields) {
        return spec("'containers': [{'image': 'registry.test/app:1', 'name': 'app', " + fields + "}]");
    }

    private List<String> with(String fields) {
        return spec("'containers': [{'image': 'registry.test/app:1', 'name': 'app'}], " + fields);
    }

    private List<String> spec(String fields) {
        return mistakes(strategy, pod(fields));
    }

    private static String pod(String fields) {
        return "{'metadata': {'name': 'a'}, 'spec': {" + fields + "}}";
    }
}
