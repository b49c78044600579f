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
 *     open (of several that set one the newest counts); 0 means as the others do, without any 70 %
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
 * @param ui where the session shows its queries to browsers while it is open; null means nowhere
 * @param isTraced whether each query and each of its stages is a span of OpenTelemetry
 * @param maxRecursionRounds how many rounds a WITH RECURSIVE may take; one that takes more is an
 *     error
 * @param usesObservedRows whether plans use, and complete runs keep, how many rows parts of queries
 *     over files had; answers are the same without
 * @param observedRowsFolder where these numbers are kept; null means the folder {@code observed} in
 *     the user's cache folder
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
    Set<String> excludedRules,
    @Nullable UiOptions ui,
    boolean isTraced,
    int maxRecursionRounds,
    boolean usesObservedRows,
    @Nullable Path observedRowsFolder) {
  private static final int MAX_RECURSION_ROUNDS = 100_000; // some minutes of small rounds

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
    require(maxRecursionRounds > 0, "maxRecursionRounds", maxRecursionRounds, "at least 1");
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
    return new SessionOptions(
        0,
        0,
        0,
        ZoneId.of("UTC"),
        null,
        0,
        true,
        true,
        null,
        null,
        Set.of(),
        null,
        false,
        MAX_RECURSION_ROUNDS,
        true,
        null);
  }

  /** Returns these options with a number of threads; 0 means one for each processor. */
  public SessionOptions withThreads(int newThreads) {
    Draft draft = new Draft(this);
    draft.threads = newThreads;
    return draft.options();
  }

  /** Returns these options with a memory budget in bytes; 0 means as much as the machine allows. */
  public SessionOptions withMemoryBudgetBytes(long newBudget) {
    Draft draft = new Draft(this);
    draft.memoryBudgetBytes = newBudget;
    return draft.options();
  }

  /** Returns these options with a number of partitions; 0 lets the engine decide. */
  public SessionOptions withPartitions(int newPartitions) {
    Draft draft = new Draft(this);
    draft.partitions = newPartitions;
    return draft.options();
  }

  /** Returns these options with a time zone. */
  public SessionOptions withTimeZone(ZoneId newZone) {
    Draft draft = new Draft(this);
    draft.timeZone = newZone;
    return draft.options();
  }

  /** Returns these options with a folder for spill files. */
  public SessionOptions withSpillFolder(Path newFolder) {
    Draft draft = new Draft(this);
    draft.spillFolder = newFolder;
    return draft.options();
  }

  /** Returns these options with a limit of all spill files; 0 means none. */
  public SessionOptions withSpillQuotaBytes(long newQuota) {
    Draft draft = new Draft(this);
    draft.spillQuotaBytes = newQuota;
    return draft.options();
  }

  /** Returns these options with rewriting of plans switched off. */
  public SessionOptions withoutOptimizer() {
    Draft draft = new Draft(this);
    draft.isOptimized = false;
    return draft.options();
  }

  /**
   * Returns these options without some of the optimizer's rules or phases.
   *
   * @param names as EXPLAIN shows them; a query fails with code {@code INVALID_ARGUMENT} if there
   *     is none of a name
   */
  public SessionOptions withExcludedRules(Set<String> names) {
    Draft draft = new Draft(this);
    draft.excludedRules = names;
    return draft.options();
  }

  /** Returns these options with generated code switched off. */
  public SessionOptions withoutGeneratedCode() {
    Draft draft = new Draft(this);
    draft.generatesCode = false;
    return draft.options();
  }

  /** Returns these options with a way to S3. */
  public SessionOptions withS3(S3Options newS3) {
    Draft draft = new Draft(this);
    draft.s3 = newS3;
    return draft.options();
  }

  /** Returns these options with a cluster that runs the queries. */
  public SessionOptions withCluster(ClusterOptions newCluster) {
    Draft draft = new Draft(this);
    draft.cluster = newCluster;
    return draft.options();
  }

  /**
   * Returns these options with a dashboard at a port of this host's loopback address. It needs
   * {@code dev.heddle:heddle-server} on the class path.
   *
   * @param port 0 takes a free one; {@link dev.heddle.frame.Session#dashboard()} gives the link
   */
  public SessionOptions withUi(int port) {
    return withUi(UiOptions.ofPort(port));
  }

  /** Returns these options with a dashboard. */
  public SessionOptions withUi(UiOptions newUi) {
    Draft draft = new Draft(this);
    draft.ui = newUi;
    return draft.options();
  }

  /**
   * Returns these options with spans of OpenTelemetry: one of each query, within the span that the
   * calling thread is in, and one of each of its stages within that. They go to the process's
   * {@code GlobalOpenTelemetry}, which must be set before the session is opened; {@code
   * io.opentelemetry:opentelemetry-api} and an SDK, or the Java agent, are the project's own.
   */
  public SessionOptions withTracing() {
    Draft draft = new Draft(this);
    draft.isTraced = true;
    return draft.options();
  }

  /** Returns these options with another limit for the rounds of WITH RECURSIVE, at least 1. */
  public SessionOptions withMaxRecursionRounds(int newLimit) {
    Draft draft = new Draft(this);
    draft.maxRecursionRounds = newLimit;
    return draft.options();
  }

  /**
   * Returns these options without what earlier runs have counted, and without counting for others.
   */
  public SessionOptions withoutObservedRows() {
    Draft draft = new Draft(this);
    draft.usesObservedRows = false;
    return draft.options();
  }

  /** Returns these options with a folder for what runs have counted. */
  public SessionOptions withObservedRowsFolder(Path newFolder) {
    Draft draft = new Draft(this);
    draft.usesObservedRows = true;
    draft.observedRowsFolder = newFolder;
    return draft.options();
  }

  /** Options under way to others. */
  private static final class Draft {
    private int threads;
    private long memoryBudgetBytes;
    private int partitions;
    private ZoneId timeZone;
    private @Nullable Path spillFolder;
    private long spillQuotaBytes;
    private boolean isOptimized;
    private boolean generatesCode;
    private @Nullable S3Options s3;
    private @Nullable ClusterOptions cluster;
    private Set<String> excludedRules;
    private @Nullable UiOptions ui;
    private boolean isTraced;
    private int maxRecursionRounds;
    private boolean usesObservedRows;
    private @Nullable Path observedRowsFolder;

    Draft(SessionOptions options) {
      threads = options.threads;
      memoryBudgetBytes = options.memoryBudgetBytes;
      partitions = options.partitions;
      timeZone = options.timeZone;
      spillFolder = options.spillFolder;
      spillQuotaBytes = options.spillQuotaBytes;
      isOptimized = options.isOptimized;
      generatesCode = options.generatesCode;
      s3 = options.s3;
      cluster = options.cluster;
      excludedRules = options.excludedRules;
      ui = options.ui;
      isTraced = options.isTraced;
      maxRecursionRounds = options.maxRecursionRounds;
      usesObservedRows = options.usesObservedRows;
      observedRowsFolder = options.observedRowsFolder;
    }

    SessionOptions options() {
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
          excludedRules,
          ui,
          isTraced,
          maxRecursionRounds,
          usesObservedRows,
          observedRowsFolder);
    }
  }
}
