package dev.setpoint.resources.strategy.batch;

import static dev.setpoint.resources.strategy.Samples.created;
import static dev.setpoint.resources.strategy.Samples.defaulted;
import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchDefaultsTest {
    private static final String TEMPLATE_SPEC = """
            {'containers': [{'image': 'x:1', 'imagePullPolicy': 'IfNotPresent', 'name': 'c', 'resources': {},
               'terminationMessagePath': '/dev/termination-log', 'terminationMessagePolicy': 'File'}],
             'dnsPolicy': 'ClusterFirst', 'restartPolicy': 'Never', 'schedulerName': 'none', 'securityContext': {},
             'terminationGracePeriodSeconds': 30}""";

    @Test
    void aJobIsTiedToItsPodsByItsUid() {
        assertThat(created(new JobStrategy(), """
                {'metadata': {'name': 'work', 'uid': 'u'}, 'spec': {'template': {'spec': {
                   'containers': [{'image': 'x:1', 'name': 'c'}], 'restartPolicy': 'Never', 'schedulerName': 'none'}}}}""")).isEqualTo(object("""
                {'metadata': {'name': 'work', 'uid': 'u', 'labels': {'controller-uid': 'u', 'job-name': 'work',
                   'batch.kubernetes.io/controller-uid': 'u', 'batch.kubernetes.io/job-name': 'work'}},
                 'spec': {'backoffLimit': 6, 'completionMode': 'NonIndexed', 'completions': 1, 'manualSelector': false,
                   'parallelism': 1, 'podReplacementPolicy': 'TerminatingOrFailed', 'suspend': false,
                   'selector': {'matchLabels': {'batch.kubernetes.io/controller-uid': 'u'}},
                   'template': {'metadata': {'labels': {'controller-uid': 'u', 'job-name': 'work',
                     'batch.kubernetes.io/controller-uid': 'u', 'batch.kubernetes.io/job-name': 'work'}},
                     'spec': %s}}, 'status': {}}""".formatted(TEMPLATE_SPEC)));
    }

    @Test
    void aJobWithASelectorOfItsOwnKeepsIt() {
        assertThat(created(new JobStrategy(), """
                        {'metadata': {'name': 'work', 'uid': 'u'}, 'spec': {'manualSelector': true,
                         'selector': {'matchLabels': {'a': 'b'}}, 'template': {'metadata': {'labels': {'a': 'b'}}}}}""").at("spec", "selector"))
                .isEqualTo(object("{'matchLabels': {'a': 'b'}}"));
    }

    @Test
    void parallelismWithoutCompletionsIsAWorkQueue() {
        assertThat(defaulted(new JobStrategy(), "{'spec': {'parallelism': 3}}")
                        .child("spec")
                        .has("completions"))
                .isFalse();
        assertThat(defaulted(new JobStrategy(), "{'spec': {'completions': 3}}")
                        .child("spec")
                        .integerOr("parallelism", 0))
                .isEqualTo(1);
    }

    @Test
    void policiesOfAJobChangeItsDefaults() {
        assertThat(defaulted(new JobStrategy(), """
                        {'spec': {'backoffLimitPerIndex': 1, 'podFailurePolicy': {'rules': [
                           {'action': 'Ignore', 'onPodConditions': [{'type': 'DisruptionTarget'}]}]}}}""").child("spec")).satisfies(spec -> {
            assertThat(spec.integerOr("backoffLimit", 0)).isEqualTo(Integer.MAX_VALUE);
            assertThat(spec.textOr("podReplacementPolicy", "")).isEqualTo("Failed");
            assertThat(spec.at("podFailurePolicy")).isEqualTo(object("""
                                    {'rules': [{'action': 'Ignore',
                                      'onPodConditions': [{'type': 'DisruptionTarget', 'status': 'True'}]}]}"""));
        });
    }

    @Test
    void fillsACronJobButNotTheJobsItWillMake() {
        assertThat(created(new CronJobStrategy(), """
                {'spec': {'schedule': '@daily', 'jobTemplate': {'spec': {'template': {'spec': {
                   'containers': [{'image': 'x:1', 'name': 'c'}], 'restartPolicy': 'Never', 'schedulerName': 'none'}}}}}}""")).isEqualTo(object("""
                {'spec': {'schedule': '@daily', 'concurrencyPolicy': 'Allow', 'failedJobsHistoryLimit': 1,
                   'successfulJobsHistoryLimit': 3, 'suspend': false,
                   'jobTemplate': {'spec': {'template': {'spec': %s}}}}, 'status': {}}""".formatted(TEMPLATE_SPEC)));
    }
}
