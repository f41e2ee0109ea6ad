package dev.setpoint.controllers.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any history, any template: one step makes it the newest revision, and what is dropped is old and unused.
final class HistoryPlanPropertyTest {
    @Test
    void oneStepMakesTheTemplateTheNewest() {
        Seeds.check(500, seed -> {
            RandomGenerator random = Seeds.random(seed);
            List<Revision> revisions = draw(random);
            JsonObject data = data(random.nextInt(6));
            List<Revision> after = new ArrayList<>(revisions);
            switch (HistoryPlan.step(revisions, data)) {
                case HistoryPlan.Step.Keep(var _) -> {}
                case HistoryPlan.Step.Renumber(var revision, var number) -> {
                    after.remove(revision);
                    after.add(new Revision(revision.name(), number, revision.data(), revision.stored()));
                }
                case HistoryPlan.Step.Create(var number) -> after.add(revision("created", number, data));
            }
            Revision newest = after.stream().max(Revision.BY_NUMBER).orElseThrow();
            assertThat(newest.data()).as("seed %d", seed).isEqualTo(data);
            assertThat(HistoryPlan.step(after, data))
                    .as("seed %d: a second plan", seed)
                    .isEqualTo(new HistoryPlan.Step.Keep(newest));
        });
    }

    @Test
    void onlyTheOldestUnusedAreDropped() {
        Seeds.check(500, seed -> {
            RandomGenerator random = Seeds.random(seed);
            List<Revision> revisions = draw(random);
            Set<String> live = new TreeSet<>();
            revisions.stream().filter(_ -> random.nextInt(3) == 0).forEach(revision -> live.add(revision.name()));
            int limit = random.nextInt(5);
            List<Revision> obsolete = HistoryPlan.obsolete(revisions, live, limit);
            assertThat(obsolete).as("seed %d: in use", seed).noneMatch(revision -> live.contains(revision.name()));
            List<Revision> kept = new ArrayList<>(revisions);
            kept.removeAll(obsolete);
            List<Revision> spare = kept.stream()
                    .filter(revision -> !live.contains(revision.name()))
                    .toList();
            assertThat(spare).as("seed %d: kept", seed).hasSizeLessThanOrEqualTo(limit);
            obsolete.forEach(gone -> assertThat(spare)
                    .as("seed %d: no older one stays", seed)
                    .allMatch(revision -> Revision.BY_NUMBER.compare(gone, revision) < 0));
            assertThat(HistoryPlan.obsolete(kept, live, limit))
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
        });
    }

    private static List<Revision> draw(RandomGenerator random) {
        List<Revision> revisions = new ArrayList<>();
        int count = random.nextInt(8);
        for (int index = 0; index < count; index++) {
            revisions.add(revision("r" + index, 1 + random.nextInt(9), data(index % 6)));
        }
        return revisions;
    }

    private static JsonObject data(int image) {
        return new JsonObject().put("image", "i" + image);
    }

    private static Revision revision(String name, long number, JsonObject data) {
        Stored stored = new Stored(new Key("controllerrevisions.apps", "one", name), 1, Header.EMPTY, new byte[0], -1);
        return new Revision(name, number, data, stored);
    }
}
