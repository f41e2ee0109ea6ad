package dev.setpoint.resources.strategy.storage;

import static dev.setpoint.resources.strategy.Samples.mistakes;
import static dev.setpoint.resources.strategy.Samples.object;
import static dev.setpoint.resources.strategy.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VolumeKindsTest {
    @Test
    void refusesDriversInTheWordsOfKubernetes() {
        assertThat(mistakes(new CsiDriverStrategy(), """
                        {'spec': {'fsGroupPolicy': 'Odd', 'volumeLifecycleModes': ['Forever'],
                          'nodeAllocatableUpdatePeriodSeconds': 9, 'tokenRequests': [
                            {'audience': 'a', 'expirationSeconds': 1}, {'audience': 'a'}]}}"""))
                .containsExactly(
                        "spec.fsGroupPolicy: Unsupported value: \"Odd\": supported values: \"File\", \"None\","
                                + " \"ReadWriteOnceWithFSType\"",
                        "spec.tokenRequests[0].expirationSeconds: Invalid value: 1: may not specify a duration less than"
                                + " 10 minutes",
                        "spec.tokenRequests[1].audience: Duplicate value: \"a\"",
                        "spec.volumeLifecycleModes: Unsupported value: \"Forever\": supported values: \"Persistent\","
                                + " \"Ephemeral\"",
                        "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10"
                                + " seconds");
        assertThat(mistakes(new CsiDriverStrategy(), "{'spec': {'serviceAccountTokenInSecrets': true}}"))
                .containsExactly(
                        "spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is"
                                + " set but no tokenRequests are specified");
    }

    @Test
    void aDriverStaysWhatItIs() {
        var old = object("{'metadata': {}, 'spec': {'attachRequired': true, 'volumeLifecycleModes': ['Persistent']}}");
        var changed =
                object("{'metadata': {}, 'spec': {'attachRequired': false, 'volumeLifecycleModes': ['Ephemeral']}}");
        assertThat(texts(new CsiDriverStrategy().validateUpdate(changed, old)))
                .containsExactly(
                        "spec.attachedRequired: Invalid value: false: field is immutable",
                        "spec.volumeLifecycleModes: Invalid value: [\"Ephemeral\"]: field is immutable");
    }

    @Test
    void refusesNodesInTheWordsOfKubernetes() {
        assertThat(mistakes(new CsiNodeStrategy(), """
                        {'spec': {'drivers': [{'name': 'a', 'nodeID': 'x', 'topologyKeys': ['k', 'k'],
                           'allocatable': {'count': -1}}, {'name': 'a', 'nodeID': ''}]}}"""))
                .containsExactly(
                        "spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0",
                        "spec.drivers[0]: Duplicate value: \"k\"",
                        "spec.drivers[1].nodeID: Required value",
                        "spec.drivers[1].name: Duplicate value: \"a\"");
    }

    @Test
    void aDriverOfANodeChangesOnlyInHowMuchItTakes() {
        var old = object(
                "{'metadata': {}, 'spec': {'drivers': [{'name': 'a', 'nodeID': 'x', 'allocatable': {'count': 1}}]}}");
        var more = object(
                "{'metadata': {}, 'spec': {'drivers': [{'name': 'a', 'nodeID': 'x', 'allocatable': {'count': 2}}]}}");
        var other = object(
                "{'metadata': {}, 'spec': {'drivers': [{'name': 'a', 'nodeID': 'y', 'allocatable': {'count': 1}}]}}");
        assertThat(texts(new CsiNodeStrategy().validateUpdate(more, old))).isEmpty();
        assertThat(texts(new CsiNodeStrategy().validateUpdate(other, old)))
                .containsExactly("spec.drivers: Invalid value: {\"name\":\"a\",\"nodeID\":\"y\"}: field is immutable");
    }

    @Test
    void refusesCapacitiesInTheWordsOfKubernetes() {
        assertThat(mistakes(new CsiStorageCapacityStrategy(), "{'storageClassName': 'c', 'capacity': '-1Gi'}"))
                .containsExactly("capacity: Invalid value: \"-1Gi\": must be greater than or equal to 0");
        var old = object("{'metadata': {}, 'storageClassName': 'c', 'nodeTopology': {}}");
        var changed = object("{'metadata': {}, 'storageClassName': 'd', 'nodeTopology': {'matchLabels': {'a': 'b'}}}");
        assertThat(texts(new CsiStorageCapacityStrategy().validateUpdate(changed, old)))
                .containsExactly(
                        "nodeTopology: Invalid value: {\"matchLabels\":{\"a\":\"b\"}}: field is immutable",
                        "storageClassName: Invalid value: \"d\": field is immutable");
    }

    @Test
    void refusesAttributesInTheWordsOfKubernetes() {
        assertThat(mistakes(new VolumeAttributesClassStrategy(), "{'driverName': ''}"))
                .containsExactly(
                        "driverName: Required value",
                        "parameters: Required value: must contain at least one key/value pair");
        var old = object("{'metadata': {}, 'driverName': 'd', 'parameters': {'a': 'b'}}");
        var changed = object("{'metadata': {}, 'driverName': 'd', 'parameters': {'a': 'c'}}");
        assertThat(texts(new VolumeAttributesClassStrategy().validateUpdate(changed, old)))
                .containsExactly("parameters: Forbidden: updates to parameters are forbidden.");
    }

    @Test
    void refusesAttachmentsInTheWordsOfKubernetes() {
        assertThat(mistakes(new VolumeAttachmentStrategy(), "{'spec': {'attacher': 'a', 'nodeName': 'n'}}"))
                .containsExactly("spec.source: Required value: must specify exactly one of inlineVolumeSpec and"
                        + " persistentVolumeName");
        var old = object(
                "{'metadata': {}, 'spec': {'attacher': 'a', 'nodeName': 'n', 'source': {'persistentVolumeName': 'v'}}}");
        var status = object("""
                {'metadata': {}, 'spec': {'attacher': 'a', 'nodeName': 'n', 'source': {'persistentVolumeName': 'v'}},
                 'status': {'attachError': {'errorCode': -1}}}""");
        assertThat(texts(new VolumeAttachmentStrategy().validateUpdate(old, old)))
                .isEmpty();
        assertThat(texts(new VolumeAttachmentStrategy().validateStatusUpdate(status, old)))
                .containsExactly("status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647,"
                        + " inclusive");
    }
}
