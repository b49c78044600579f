package dev.heddle.engine.profile;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.watch.CpuProfile;
import java.time.Duration;
import java.util.List;

/**
 * What a process did for a while.
 *
 * @param took how long that was
 * @param cpu where the CPU time of its Java threads went; the activity of a stack is its thread
 * @param allocation what was allocated on the heap, by samples, the most first
 * @param locks what threads waited for at least 10 ms each time, the longest first
 */
public record ProcessProfile(
    Duration took, CpuProfile cpu, List<SiteSamples> allocation, List<SiteSamples> locks) {
  /** Copies the lists, and checks that nothing is null. */
  public ProcessProfile {
    requireNonNull(took, "took is null");
    requireNonNull(cpu, "cpu is null");
    allocation = Arguments.all(allocation, "allocation");
    locks = Arguments.all(locks, "locks");
  }
}
