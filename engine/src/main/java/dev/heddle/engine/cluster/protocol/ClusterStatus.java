package dev.heddle.engine.cluster.protocol;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.engine.graph.WorkerId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A cluster at a moment.
 *
 * @param upMillis how long its scheduler has been running
 * @param jobsDone how many jobs have ended with a result
 * @param jobsFailed how many have ended without
 * @param ended the last of them, the latest first
 */
public record ClusterStatus(
    long upMillis,
    long jobsDone,
    long jobsFailed,
    List<Worker> workers,
    List<Server> servers,
    List<Job> jobs,
    List<EndedJob> ended,
    List<Bucket> buckets) {
  private static final int SHOWN_ENDED = 5;
  private static final int SHOWN_CHARACTERS = 200;

  /** Copies the lists. */
  public ClusterStatus {
    workers = List.copyOf(workers);
    servers = List.copyOf(servers);
    jobs = List.copyOf(jobs);
    ended = List.copyOf(ended);
    buckets = List.copyOf(buckets);
  }

  /**
   * A worker.
   *
   * @param name how it introduced itself
   * @param slots how many tasks it runs at a time
   * @param threads how many threads a task has
   * @param held how many tasks are assigned to it, begun or not
   * @param silentMillis since when nothing has been heard of it
   */
  public record Worker(
      WorkerId id,
      String name,
      String host,
      int slots,
      int threads,
      long memoryBytes,
      int held,
      long silentMillis) {}

  /**
   * A shuffle server that is a process of its own.
   *
   * @param silentMillis since when nothing has been heard of it
   */
  public record Server(int number, String name, String host, int port, long silentMillis) {}

  /**
   * A job that is not over.
   *
   * @param client how its client introduced itself
   * @param text what it is for
   * @param ageMillis since when it is known
   * @param why what runs of it, or why nothing does
   * @param running what tasks that run now have done so far, by stage
   */
  public record Job(
      JobId id,
      String client,
      JobText text,
      long ageMillis,
      String why,
      List<StageProgress> stages,
      List<StageSample> running) {
    /** Copies the lists. */
    public Job {
      stages = List.copyOf(stages);
      running = List.copyOf(running);
    }
  }

  /**
   * A job that is over.
   *
   * @param client how its client introduced itself
   * @param text what it was for
   * @param ranMillis from when it was known to its end
   * @param agoMillis since its end
   * @param failure why it has no result, if it has none
   */
  public record EndedJob(
      JobId id,
      String client,
      JobText text,
      long ranMillis,
      long agoMillis,
      Optional<String> failure) {
    /** Returns the same with another time since its end. */
    public EndedJob agoMillis(long millis) {
      return new EndedJob(id, client, text, ranMillis, millis, failure);
    }
  }

  /**
   * A bucket of an object store that members have used.
   *
   * @param limit the requests a second that all have together; infinite without a limit
   * @param sentPerSecond requests that they send now, those that are refused included
   * @param refusedPerSecond those that are refused because there are too many
   * @param bytesPerSecond that come and go now
   * @param waiting requests that wait at members until they may be sent
   * @param requests sent so far
   * @param refused of these
   * @param leases shares of the limit of those that use the bucket now
   */
  public record Bucket(
      String name,
      double limit,
      double sentPerSecond,
      double refusedPerSecond,
      double bytesPerSecond,
      long waiting,
      long requests,
      long refused,
      List<BucketLease> leases) {
    /** Copies the list. */
    public Bucket {
      leases = List.copyOf(leases);
    }

    /** Returns whether there is a limit. */
    public boolean isLimited() {
      return limit != Double.POSITIVE_INFINITY;
    }

    /** Returns the bytes a second that the limit allows with requests like those sent now. */
    public double allowedBytesPerSecond() {
      return sentPerSecond == 0 ? 0 : limit * bytesPerSecond / sentPerSecond;
    }
  }

  /**
   * A member's share of a bucket's limit.
   *
   * @param member how it introduced itself
   */
  public record BucketLease(String member, double requestsPerSecond, double sentPerSecond) {}

  /** Returns how many tasks all workers run at a time. */
  public int slots() {
    return workers.stream().mapToInt(Worker::slots).sum();
  }

  /** Returns the text that {@code heddle status} prints. */
  public String text() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "up %.0f s; %d workers with %d slots, %d shuffle servers; jobs: %d open, %d done, %d"
            + " failed",
        upMillis / 1e3,
        workers.size(),
        slots(),
        servers.size(),
        jobs.size(),
        jobsDone,
        jobsFailed);
    for (Worker each : workers) {
      line(
          text,
          "worker %d: %s on %s, %d slots of %d threads, %d MiB, holds %d tasks, heard %.1f s ago",
          each.id().number(),
          each.name(),
          each.host(),
          each.slots(),
          each.threads(),
          each.memoryBytes() >> 20,
          each.held(),
          each.silentMillis() / 1e3);
    }
    for (Server each : servers) {
      line(
          text,
          "shuffle server %d: %s at %s:%d, heard %.1f s ago",
          each.number(),
          each.name(),
          each.host(),
          each.port(),
          each.silentMillis() / 1e3);
    }
    for (Job job : jobs) {
      line(text, "%s of %s, %.1f s: %s", job.id(), job.client(), job.ageMillis() / 1e3, job.why());
      query(text, job.text());
      for (StageProgress stage : job.stages()) {
        line(
            text,
            "  stage %d%s: %d of %d tasks done, %d held, %d rows, %d bytes%s",
            stage.stage(),
            operators(job.text(), stage.stage()),
            stage.done(),
            stage.tasks(),
            stage.held(),
            stage.rows(),
            stage.bytes(),
            stage.speculativeAttempts() == 0
                ? ""
                : ", second attempts at " + stage.speculativeAttempts() + " slow tasks");
        stage.steps().forEach(step -> line(text, "    %s", step));
      }
    }
    for (EndedJob job : ended.subList(0, Math.min(SHOWN_ENDED, ended.size()))) {
      line(
          text,
          "%s of %s ran for %.1f s, ended %.0f s ago%s",
          job.id(),
          job.client(),
          job.ranMillis() / 1e3,
          job.agoMillis() / 1e3,
          job.failure().map(why -> ": " + why).orElse(""));
      query(text, job.text());
    }
    buckets.forEach(bucket -> describe(bucket, text));
    return text.toString();
  }

  private static void query(StringBuilder text, JobText job) {
    if (!job.query().isEmpty()) {
      String all = job.query().replaceAll("\\s+", " ");
      boolean isLong = all.length() > SHOWN_CHARACTERS;
      line(text, "  %s", isLong ? all.substring(0, SHOWN_CHARACTERS - 1) + "…" : all);
    }
  }

  private static String operators(JobText job, int stage) {
    String operators = job.stage(stage);
    return operators.isEmpty() ? "" : " (" + operators + ")";
  }

  private static void describe(Bucket bucket, StringBuilder text) {
    if (!bucket.isLimited()) {
      line(
          text,
          "%s: %.1f requests/s, %.3f MB/s, not limited, refused %,d of %,d",
          bucket.name(),
          bucket.sentPerSecond(),
          bucket.bytesPerSecond() / 1e6,
          bucket.refused(),
          bucket.requests());
      return;
    }
    line(
        text,
        "%s: %.1f of %.1f requests/s allowed, %.3f of %.3f MB/s, %,d waiting, refused %,d of %,d",
        bucket.name(),
        bucket.sentPerSecond(),
        bucket.limit(),
        bucket.bytesPerSecond() / 1e6,
        bucket.allowedBytesPerSecond() / 1e6,
        bucket.waiting(),
        bucket.refused(),
        bucket.requests());
    for (BucketLease each : bucket.leases()) {
      line(
          text,
          "  %s: %.1f of %.1f requests/s",
          each.member(),
          each.sentPerSecond(),
          each.requestsPerSecond());
    }
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
