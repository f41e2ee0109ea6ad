package dev.setpoint.base.baton;

import java.util.List;
import java.util.SplittableRandom;

/// Picks who runs next. Asked only when there is a choice.
@FunctionalInterface
public interface Chooser {
    /// Somebody who can run: a task, or the action of a timer that is due.
    interface Candidate {
        /// Unique within the world and the same in every run: process, name and number.
        String label();

        /// The process that it belongs to.
        String processPath();
    }

    /// @param ready two or more, in the order in which they became ready; valid during the call only
    /// @return an index into it
    int choose(List<? extends Candidate> ready);

    /// Who became ready first runs first.
    static Chooser firstCome() {
        return _ -> 0;
    }

    /// Everybody is equally likely.
    static Chooser random(long seed) {
        var random = new SplittableRandom(seed);
        return ready -> random.nextInt(ready.size());
    }
}
