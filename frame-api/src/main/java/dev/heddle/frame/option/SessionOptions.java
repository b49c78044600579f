package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a session; immutable. Start at {@link #defaults()} and refine.
 *
 * @param threads threads that run operators; 0 means one for each processor
 * @param memoryBudgetBytes bytes all sessions of the process may hold off-heap while this one is
 *     open (of several that say one the newest counts); 0 means as the others do, without any 70 %
 *     of the machine's memory, of its container's limit if that is less, without the Java heap
 * @param partitions how many partitions the plan is cut into at exchanges; 1 means none is needed,
 *     0 means 1 in this process and the number of slots in a cluster
 * @param timeZone zone in which timestamps with zone are shown and their parts taken, and of {@code
 *     current_date}
 * @param spillFolder where operators put what does not fit; null means the system's folder for
 *     temporary files
 * @param spillQuotaBytes the most bytes of all spill files of the session; 0 means no bound
 * @param isOptimized whether the planner rewrites plans; false is for comparing results
 * @param generatesCode whether hot loops of queries are compiled for them; false leaves all to
 *     ready kernels, for comparing results and times
 * @param s3 how paths of S3 are reached, by all sessions of the process while this one is open;
 *     null means as the others do
 * @param cluster which cluster runs the queries; null means this process does
 * @param excludedRules names of the optimizer's rules and phases, as EXPLAIN shows them, that are
 *     left out; for finding the one that makes a plan wrong or slow
 */
public record SessionOptions(
    int threads,
    long memoryBudgetBytes,
    int partitions,
    ZoneId timeZone,
    @Nullable Path spillFolder,
    long spillQuotaBytes,
    boolean isOptimized,
    boolean generatesCode,
    @Nullable S3Options s3,
    @Nullable ClusterOptions cluster,
    Set<String> excludedRules) {
  /** Checks the ranges. */
  public SessionOptions {
    requireNonNull(timeZone, "timeZone is null");
    for (String name : requireNonNull(excludedRules, "excludedRules is null")) {
      if (name == null) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT, "Cannot exclude rules: a name in excludedRules is null");
      }
    }
    excludedRules = Set.copyOf(excludedRules);
    require(threads >= 0, "threads", threads, "at least 1, or 0 for one a processor");
    require(memoryBudgetBytes >= 0, "memoryBudgetBytes", memoryBudgetBytes, "not negative");
    require(spillQuotaBytes >= 0, "spillQuotaBytes", spillQuotaBytes, "not negative");
    require(partitions >= 0, "partitions", partitions, "at least 1, or 0 to let the engine decide");
  }

  private static void require(boolean holds, String name, long value, String rule) {
    if (!holds) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot set option " + name + " to " + value + ": it must be " + rule);
    }
  }

  /**
   * Returns one thread a processor, 70 % of the memory without the heap, partitions that fit, the
   * zone UTC, optimising.
   */
  public static SessionOptions defaults() {
    return new SessionOptions(0, 0, 0, ZoneId.of("UTC"), null, 0, true, true, null, null, Set.of());
  }

  /** Returns these options with a number of threads; 0 means one for each processor. */
  public SessionOptions withThreads(int newThreads) {
    return new SessionOptions(
        newThreads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a memory budget in bytes; 0 means as much as the machine allows. */
  public SessionOptions withMemoryBudgetBytes(long newBudget) {
    return new SessionOptions(
        threads,
        newBudget,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a number of partitions; 0 lets the engine decide. */
  public SessionOptions withPartitions(int newPartitions) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        newPartitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a time zone. */
  public SessionOptions withTimeZone(ZoneId newZone) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        newZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a folder for spill files. */
  public SessionOptions withSpillFolder(Path newFolder) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        newFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a limit of all spill files; 0 means none. */
  public SessionOptions withSpillQuotaBytes(long newQuota) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        newQuota,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with rewriting of plans switched off. */
  public SessionOptions withoutOptimizer() {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        false,
        generatesCode,
        s3,
        cluster,
        excludedRules);
  }

  /**
   * Returns these options without some of the optimizer's rules or phases.
   *
   * @param names as EXPLAIN shows them; a query fails with code {@code INVALID_ARGUMENT} if there
   *     is none of a name
   */
  public SessionOptions withExcludedRules(Set<String> names) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        cluster,
        names);
  }

  /** Returns these options with generated code switched off. */
  public SessionOptions withoutGeneratedCode() {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        false,
        s3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a way to S3. */
  public SessionOptions withS3(S3Options newS3) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        newS3,
        cluster,
        excludedRules);
  }

  /** Returns these options with a cluster that runs the queries. */
  public SessionOptions withCluster(ClusterOptions newCluster) {
    return new SessionOptions(
        threads,
        memoryBudgetBytes,
        partitions,
        timeZone,
        spillFolder,
        spillQuotaBytes,
        isOptimized,
        generatesCode,
        s3,
        newCluster,
        excludedRules);
  }
}
