package dev.heddle.engine.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.ErrorCode;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
  private static final int SEEDS = Integer.getInteger("heddle.sim.seeds", 500);
  private static final int FIRST = Integer.getInteger("heddle.sim.first", 0);

  /** What must have happened in some run, or the simulation tests less than it seems to. */
  private static final String[] POINTS = {
    "CancelRequested",
    "ClientLost",
    "DrainRequested",
    "ExpireWorker",
    "FailJob",
    "FetchLost",
    "NoteStraggler",
    "RecallTask",
    "Recalled",
    "ReleaseExchange",
    "ResultLost",
    "ServerLost",
    "StopTask",
    "Stopped",
    "WorkerDrained",
    "WorkerLost",
    "block from disk",
    "block from the tier",
    "bundle moved to the tier",
    "bundle written to the tier",
    "bundles found after a restart",
    "disk full",
    "flipped bit",
    "kept result lost",
    "kept result read",
    "map LOST",
    "map RELEASED",
    "ExtendResult",
    "PartLost",
    "part of a partition read",
    "part of a result lost",
    "part of a result read",
    "scheduler crash",
    "skewed partition read",
    "stage left out",
    "stage taken in",
    "submitted again",
    "unreadable block",
    "writer gone",
  };

  private static Simulation run(long seed, boolean isHarsh) {
    Simulation world = new Simulation(seed, isHarsh, false);
    try {
      world.run();
    } catch (RuntimeException e) {
      throw new AssertionError("Seed " + seed + " after " + world.now + " ms: " + e, e);
    }
    for (SimJob job : world.jobs()) {
      if (job.error != null) {
        boolean isFine =
            isHarsh ? Simulation.isExpected(job.error) : job.error == ErrorCode.CANCELLED;
        assertThat(isFine)
            .as("seed %d: %s ended with %s: %s", seed, job.id, job.error, job.message)
            .isTrue();
      }
    }
    return world;
  }

  @Test
  void whateverBreaksJobsEndWithTheRightRowsOrOneTypedError() {
    long right = 0;
    long wrong = 0;
    long faults = 0;
    Set<String> points = new TreeSet<>();
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Simulation world = run(seed, true);
      faults += world.faults();
      points.addAll(world.points().keySet());
      for (SimJob job : world.jobs()) {
        right += job.isRight ? 1 : 0;
        wrong += job.error != null && job.error != ErrorCode.CANCELLED ? 1 : 0;
      }
    }
    System.out.printf(
        "%d seeds: %d jobs right, %d errors, %d faults%n", SEEDS, right, wrong, faults);
    assertThat(right).isGreaterThan(5 * wrong);
    if (SEEDS >= 2_000) {
      assertThat(points).contains(POINTS);
    }
    if (SEEDS >= 20_000) {
      assertThat(points).contains("missing block", "tier down");
    }
  }

  @Test
  void withoutFaultsEveryJobGivesTheRightRows() {
    for (long seed = 0; seed < Math.min(200, SEEDS / 5); seed++) {
      run(seed, false);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 6516, 6_005_755})
  void seedsThatOnceFailedPass(long seed) {
    run(seed, true);
  }
}
