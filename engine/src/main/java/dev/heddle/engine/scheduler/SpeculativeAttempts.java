package dev.heddle.engine.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The second attempts at a stage's slow tasks. */
final class SpeculativeAttempts {
  private final List<SpeculativeRace> races = new ArrayList<>();
  private int count;

  /** Returns the tasks with a slow attempt that may win beside the one that counts. */
  List<SpeculativeRace> races() {
    return races;
  }

  /** Returns the race of a task; null if it has none. */
  @Nullable SpeculativeRace of(int task) {
    for (SpeculativeRace race : races) {
      if (race.slow().task() == task) {
        return race;
      }
    }
    return null;
  }

  /** A task gets a second attempt. */
  void add(SpeculativeRace race) {
    races.add(race);
    count++;
  }

  /** Ends a race; false if it had ended before. */
  boolean end(SpeculativeRace race) {
    return races.remove(race);
  }

  /** Ends the race of a slow attempt, if there is one. */
  void endOf(Lease slow) {
    if (!races.isEmpty()) {
      races.removeIf(race -> race.slow() == slow);
    }
  }

  /** Returns how many tasks got a second attempt since the exchange was made. */
  int count() {
    return count;
  }

  /** The exchange is made anew. */
  void startAnew() {
    count = 0;
  }
}
