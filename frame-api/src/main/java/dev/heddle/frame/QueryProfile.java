package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.Traffic;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one query went.
 *
 * @param phases steps one after the other, such as parse, plan, run
 * @param stages the parts of the run, in the order they started
 * @param scans what scans of files read and left out, in the order of the plan
 * @param traffic what was moved over links to storage; null if nothing was
 * @param spilledBytes what was written to the disk since it did not fit into memory, compressed
 * @param spilledFiles how many files that took
 * @param cpu where its CPU time went; empty unless it was profiled
 */
public record QueryProfile(
    List<Phase> phases,
    List<Stage> stages,
    List<ScanProfile> scans,
    @Nullable Traffic traffic,
    long spilledBytes,
    long spilledFiles,
    Optional<CpuProfile> cpu) {
  /** Copies the lists, and checks that nothing is null. */
  public QueryProfile {
    phases = Arguments.all(phases, "phases");
    stages = Arguments.all(stages, "stages");
    scans = Arguments.all(scans, "scans");
    requireNonNull(cpu, "cpu is null");
  }

  /** Returns how many rows of text files were left out because they could not be read. */
  public long badRows() {
    return scans.stream().mapToLong(ScanProfile::badRows).sum();
  }

  /** Returns which columns that cannot be read were left out on request, and why. */
  public List<String> columnsLeftOut() {
    return scans.stream().flatMap(scan -> scan.columnsLeftOut().stream()).distinct().toList();
  }

  /**
   * A step of the query's life.
   *
   * @param name such as {@code plan}
   * @param elapsedNanos from start to end
   */
  public record Phase(String name, long elapsedNanos) {}

  /**
   * A stage of the run.
   *
   * @param id number of the stage in the query
   * @param description operators, such as {@code Scan orders → Filter → Aggregate}
   * @param tasks how many tasks ran
   * @param rowsIn rows read
   * @param rowsOut rows given on
   * @param elapsedNanos from the first task's start to the last one's end
   * @param busyNanos summed over threads
   */
  public record Stage(
      int id,
      String description,
      int tasks,
      long rowsIn,
      long rowsOut,
      long elapsedNanos,
      long busyNanos) {}
}
