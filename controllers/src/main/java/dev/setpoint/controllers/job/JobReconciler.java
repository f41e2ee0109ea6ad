package dev.setpoint.controllers.job;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Adoption;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Orphans;
import dev.setpoint.controllers.workload.PodWriter;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Batch;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Executes a [JobPlan], keeps the [FinishedPodCount] of the job, and reports what came of it.
final class JobReconciler implements Reconciler<ObjectKey> {
    private final Env env;
    private final Informer<Job> jobs;
    private final Informer<Pod> pods;
    private final TypedClient<Job> jobClient;
    private final TypedClient<Pod> podClient;
    private final PodWriter podWriter;
    private final Batch batch;
    private final EventRecorder events;

    JobReconciler(Env env, Loops loops) {
        this.env = env;
        this.jobs = loops.informer(Types.JOB);
        this.pods = loops.informer(Types.POD);
        this.jobClient = Types.JOB.over(loops.client()).as(Authorship.NAME);
        this.podClient = Types.POD.over(loops.client()).as(Authorship.NAME);
        this.events = loops.events("job-controller");
        this.podWriter = new PodWriter(env, loops.client(), events);
        this.batch = new Batch(env);
        pods.index(Orphans.INDEX);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Job> found = jobs.find(key);
        if (found.isEmpty() || JobTerms.finished(found.get()) || JobTerms.managedElsewhere(found.get())) {
            return Outcome.DONE; // The pods of a job that is no more are seen to by the tracking loop.
        }
        Job job = found.get();
        List<Pod> candidates = Orphans.candidates(pods, job, job.getSpec().getSelector());
        JobPlan plan = JobPlan.plan(job, candidates, env.wallTime());
        if (plan.adopts() && !Adoption.allowed(jobClient::find, job)) {
            return Outcome.DONE; // The news of its deletion is on its way.
        }
        Execution execution = new Execution(job, plan.progress());
        plan.actions().forEach(execution::execute);
        Optional<Verdict> verdict = execution.failure.isPresent() ? Optional.empty() : plan.verdict();
        account(execution.job, new FinishedPodCount(execution.job, plan, verdict, execution.tally(), env.wallTime()));
        if (execution.failure.isPresent()) {
            throw execution.failure.get();
        }
        return plan.checkAgain().map(Outcome::checkAgain).orElse(Outcome.DONE);
    }

    private void account(Job job, FinishedPodCount books) {
        Job noted = write(job, books.noted());
        books.announcement()
                .ifPresent(what -> events.normal(job, what, what.equals("Resumed") ? "Job resumed" : "Job suspended"));
        List<Pod> letGo = books.letGo();
        List<Batch.Result<Pod>> results = batch.all(
                "untrack-pod",
                letGo.stream().<Supplier<Pod>>map(pod -> () -> untrack(pod)).toList());
        List<String> released = results.stream()
                .flatMap(result -> result.value().stream())
                .map(Metadata::uid)
                .toList();
        Job booked = write(noted, books.booked(released));
        JobTerms.finish(booked).ifPresent(end -> {
            if (JobTerms.COMPLETE.equals(end.getType())) {
                completed(booked);
            } else {
                events.warning(job, end.getReason(), end.getMessage());
            }
        });
        results.stream()
                .flatMap(result -> result.failure().stream())
                .findFirst()
                .ifPresent(failure -> {
                    throw failure;
                });
    }

    private void completed(Job job) {
        if (JobTerms.succeeded(job) > JobTerms.completions(job).orElse(Integer.MAX_VALUE)) {
            events.warning(
                    job, "TooManySucceededPods", "Too many succeeded pods running after completion count reached");
        }
        events.normal(job, "Completed", "Job completed");
    }

    private Job write(Job job, JobStatus status) {
        return status.equals(job.getStatus())
                ? job
                : jobClient.updateStatus(new JobBuilder(job).withStatus(status).build());
    }

    private Pod untrack(Pod pod) {
        try {
            podClient.patch(ObjectKey.of(pod), PatchType.STRATEGIC, JobPatches.untrack(pod));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
        return pod;
    }

    /// The actions of one plan on their way: what they have come to so far.
    private final class Execution {
        private Job job;
        private int active;
        private int ready;
        private int terminating;
        private Optional<ApiException> failure = Optional.empty();

        Execution(Job job, Progress progress) {
            this.job = job;
            this.active = progress.active().size();
            this.ready = (int) progress.active().stream().filter(Pods::ready).count();
            this.terminating = progress.terminating().size();
        }

        FinishedPodCount.Tally tally() {
            return new FinishedPodCount.Tally(active, ready, terminating);
        }

        void execute(JobAction action) {
            switch (action) {
                case JobAction.Adopt(var pod) ->
                    podClient.patch(ObjectKey.of(pod), PatchType.MERGE, JobPatches.adopt(job, pod));
                case JobAction.Release(var pod) -> release(pod);
                case JobAction.Announce(var verdict) -> job = announced(verdict);
                case JobAction.EndPods(var doomed) -> deleted(podWriter.delete(job, doomed));
                case JobAction.DiscardPods(var surplus) -> discard(surplus);
                case JobAction.CreatePods(var wanted) -> {
                    PodWriter.Result<Stored> result = podWriter.create(job, wanted);
                    active += result.pods().size();
                    failure = result.failure();
                }
            }
        }

        private Job announced(Verdict verdict) {
            JobConditions conditions = new JobConditions(job, env.wallTime());
            conditions.announce(verdict);
            return jobClient.updateStatus(new JobBuilder(job)
                    .editOrNewStatus()
                    .withConditions(conditions.list())
                    .endStatus()
                    .build());
        }

        private void release(Pod pod) {
            try {
                podClient.patch(ObjectKey.of(pod), PatchType.MERGE, JobPatches.release(job, pod));
            } catch (ApiException e) {
                if (!e.error().notFound()) {
                    throw e;
                }
            }
        }

        private void discard(List<Pod> surplus) {
            List<Supplier<Pod>> calls = new ArrayList<>();
            surplus.forEach(pod -> calls.add(() -> JobPods.tracked(pod) ? untrack(pod) : pod));
            List<Batch.Result<Pod>> results = batch.all("untrack-pod", calls);
            deleted(podWriter.delete(
                    job,
                    results.stream().flatMap(result -> result.value().stream()).toList()));
            results.stream()
                    .flatMap(result -> result.failure().stream())
                    .findFirst()
                    .ifPresent(refused -> failure = Optional.of(refused));
        }

        private void deleted(PodWriter.Result<Pod> result) {
            int count = result.pods().size();
            active -= count;
            ready -= (int) result.pods().stream().filter(Pods::ready).count();
            terminating += count;
            failure = result.failure();
        }
    }
}
