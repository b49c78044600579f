package dev.heddle.engine.scheduler;

import dev.heddle.engine.scheduler.adaptive.AdaptiveLimits;

/**
 * What a scheduler's decisions go by.
 *
 * @param surplusLeases how many tasks a worker holds beyond those it can run
 * @param leadMicros how long the tasks take that a worker may hold beyond that, of stages whose
 *     tasks are known to be short
 * @param maxAttempts how often a task may fail before its job does; 1 means no retries at all
 * @param maxWorkerDeaths how many workers may die under a task before its job fails
 * @param maxFetchRounds how often a stage may lose inputs in a row before its job fails
 * @param needsServers whether exchanges are on shuffle servers, not in this process
 * @param keepsInputs whether the inputs of a stage stay until what it wrote has been read
 * @param creditBytes while exchanges hold more than this, sources wait if there is work that frees
 *     them
 * @param coalesceBytes adjacent partitions are read by one task up to this size; 0 switches it off
 * @param skewBytes a partition that has more than this, and much more than others, may be read by
 *     several tasks
 * @param broadcastBytes inputs of a join of at most this number of bytes may be read whole by each
 *     task that makes the rows of its other side, so that those stay where they are; 0 switches it
 *     off
 * @param suspectMillis after so long a silence a worker gets nothing new
 * @param deadMillis after so long a silence a worker counts as lost
 * @param leaseGraceMillis so long a new lease may be unknown to its worker's heartbeats
 * @param absentMillis so long jobs wait when there is nothing that could run them
 * @param clientMillis so long a job waits for its client when that has lost its connection
 * @param stragglerMillis from so long on a task may get a second attempt, if others took far less
 *     for each byte and somebody is idle; 0 switches it off
 * @param retryMillis how long an attempt waits after an external error, doubled each time
 * @param exclusionScore failures, halved each minute, from which a worker or server is left out
 */
public record SchedulerOptions(
    int surplusLeases,
    long leadMicros,
    int maxAttempts,
    int maxWorkerDeaths,
    int maxFetchRounds,
    boolean needsServers,
    boolean keepsInputs,
    long creditBytes,
    long coalesceBytes,
    long skewBytes,
    long broadcastBytes,
    long suspectMillis,
    long deadMillis,
    long leaseGraceMillis,
    long absentMillis,
    long clientMillis,
    long stragglerMillis,
    long retryMillis,
    double exclusionScore) {
  /** For a session that runs everything itself: any error ends a job, nothing can be lost. */
  public static SchedulerOptions embedded() {
    return new SchedulerOptions(
        0,
        0,
        1,
        1,
        1,
        false,
        false,
        Long.MAX_VALUE,
        0,
        0,
        32L << 20,
        3_000,
        10_000,
        2_000,
        60_000,
        0,
        0,
        0,
        3);
  }

  /**
   * For another engine that runs all tasks of a stage as one step and tries them again itself: they
   * are started together, and nothing is lost here.
   */
  public static SchedulerOptions hosted() {
    SchedulerOptions own = cluster();
    return new SchedulerOptions(
        Integer.MAX_VALUE / 2,
        0,
        1,
        1,
        1,
        false,
        true,
        Long.MAX_VALUE,
        own.coalesceBytes,
        own.skewBytes,
        own.broadcastBytes,
        own.suspectMillis,
        own.deadMillis,
        own.leaseGraceMillis,
        own.absentMillis,
        0,
        0,
        0,
        own.exclusionScore);
  }

  /** Returns the sizes that adaptive steps decide by. */
  AdaptiveLimits adaptive() {
    return new AdaptiveLimits(coalesceBytes, skewBytes, broadcastBytes);
  }

  /** For many workers. */
  public static SchedulerOptions cluster() {
    return new SchedulerOptions(
        1, 20_000, 4, 3, 8, true, true, 8L << 30, 32L << 20, 4L << 20, 32L << 20, 3_000, 10_000,
        2_000, 60_000, 60_000, 2_000, 200, 3);
  }

  /** Returns these options with another time. */
  public SchedulerOptions withDeadMillis(long millis) {
    return with(skewBytes, broadcastBytes, millis, absentMillis, clientMillis, stragglerMillis);
  }

  /** Returns these options with another time. */
  public SchedulerOptions withAbsentMillis(long millis) {
    return with(skewBytes, broadcastBytes, deadMillis, millis, clientMillis, stragglerMillis);
  }

  /** Returns these options with another time. */
  public SchedulerOptions withClientMillis(long millis) {
    return with(skewBytes, broadcastBytes, deadMillis, absentMillis, millis, stragglerMillis);
  }

  /** Returns these options with another time. */
  public SchedulerOptions withStragglerMillis(long millis) {
    return with(skewBytes, broadcastBytes, deadMillis, absentMillis, clientMillis, millis);
  }

  /** Returns these options with other sizes. */
  public SchedulerOptions withSizes(long skew, long whole) {
    return with(skew, whole, deadMillis, absentMillis, clientMillis, stragglerMillis);
  }

  private SchedulerOptions with(
      long skew, long whole, long dead, long absent, long client, long straggler) {
    return new SchedulerOptions(
        surplusLeases,
        leadMicros,
        maxAttempts,
        maxWorkerDeaths,
        maxFetchRounds,
        needsServers,
        keepsInputs,
        creditBytes,
        coalesceBytes,
        skew,
        whole,
        suspectMillis,
        dead,
        leaseGraceMillis,
        absent,
        client,
        straggler,
        retryMillis,
        exclusionScore);
  }
}
