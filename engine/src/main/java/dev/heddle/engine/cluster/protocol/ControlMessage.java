package dev.heddle.engine.cluster.protocol;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.JobText;
import dev.heddle.engine.graph.QueryRef;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.graph.StageSample;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.io.rate.BucketUse;
import dev.heddle.io.rate.RequestLease;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The messages between the scheduler's process and the others of a cluster, each over one
 * connection, in order, in batches. {@link dev.heddle.engine.cluster} specifies who sends what
 * when.
 */
public sealed interface ControlMessage {
  /** A message to the scheduler. */
  sealed interface ToScheduler extends ControlMessage {}

  /** A message to a worker. */
  sealed interface ToWorker extends ControlMessage {}

  /** A message to a shuffle server. */
  sealed interface ToServer extends ControlMessage {}

  /** A message to a client. */
  sealed interface ToClient extends ControlMessage {}

  /** What is longer goes in a frame of its own. */
  int SMALL_BYTES = 64 << 10;

  /** Likewise of parts, each of which takes some dozens of bytes. */
  int SMALL_PARTS = 1_000;

  /** Returns whether it takes many bytes, and so goes in a frame of its own. */
  default boolean isLarge() {
    return false;
  }

  /** Returns whether it may wait for a moment, since something else may go with it then. */
  default boolean canWait() {
    return false;
  }

  /** The sender lives. */
  record Heartbeat() implements ToScheduler, ToWorker, ToServer, ToClient {
    @Override
    public boolean canWait() {
      return true;
    }
  }

  // --- from and to all, if there is a dashboard

  /**
   * The scheduler has a dashboard: it wants to be told of a client's queries, and of what other
   * processes take of their machines. Comes again when the time is another one.
   *
   * @param sampleMillis for so long from now on clients sample the queries that begin
   */
  record ShowsCluster(long sampleMillis) implements ToWorker, ToServer, ToClient {}

  /**
   * What the sender takes of its machine.
   *
   * @param values those of {@link dev.heddle.engine.ui.ProcessMeter#COMPONENTS}
   * @param spillBytes bytes of its spill files, or of exchanges on its disk
   * @param fetched from whom it has read exchanges since its last report
   */
  record ProcessSampled(List<Double> values, long spillBytes, List<FetchedBytes> fetched)
      implements ToScheduler {
    /** Copies the lists. */
    public ProcessSampled {
      values = List.copyOf(values);
      fetched = List.copyOf(fetched);
    }

    @Override
    public boolean canWait() {
      return true;
    }
  }

  // --- from and to all that use object stores

  /** What the sender has asked of buckets since its last report. */
  record RequestsSent(List<BucketUse> buckets) implements ToScheduler {
    /** Copies the list. */
    public RequestsSent {
      buckets = List.copyOf(buckets);
    }

    @Override
    public boolean canWait() {
      return true;
    }
  }

  /** What the receiver may ask of buckets that have a limit. */
  record RequestLeases(List<RequestLease> leases) implements ToWorker, ToServer, ToClient {
    /** Copies the list. */
    public RequestLeases {
      leases = List.copyOf(leases);
    }

    @Override
    public boolean canWait() {
      return true;
    }
  }

  // --- from and to workers

  /**
   * A worker wants tasks.
   *
   * @param host where it runs
   * @param slots how many tasks it runs at a time
   * @param threads how many threads a task has
   * @param memoryBytes what its tasks have together
   * @param shufflePort where its part of small exchanges listens
   * @param before the names that an earlier process of the scheduler has given it
   */
  record JoinAsWorker(
      String host,
      int slots,
      int threads,
      long memoryBytes,
      int shufflePort,
      Optional<JoinedAsWorker> before)
      implements ToScheduler {}

  /** The worker's names from now on. */
  record JoinedAsWorker(WorkerId worker, ShuffleAddress server) implements ToWorker {}

  /** Something has happened to a worker's task. */
  record TaskEvent(Event.FromWorker event) implements ToScheduler {
    @Override
    public boolean canWait() {
      return event instanceof Event.Heartbeat || event instanceof Event.TaskStarted;
    }
  }

  /**
   * What tasks of a stage did that have finished on a worker since its last report. Comes ahead of
   * their ends.
   *
   * @param counts the bytes of {@link StageCounts}
   */
  record Metrics(JobId job, int stage, byte[] counts) implements ToScheduler, ToClient {
    @Override
    public boolean canWait() {
      return true;
    }
  }

  /**
   * Where the CPU time of a job's threads went on a worker; sent once the job has ended there.
   *
   * @param parcel the bytes of {@link dev.heddle.engine.profile.ProfileParcel}
   */
  record Profile(JobId job, byte[] parcel) implements ToScheduler {
    @Override
    public boolean isLarge() {
      return parcel.length > SMALL_BYTES;
    }
  }

  /**
   * Where the CPU time of a job's threads went on a worker.
   *
   * @param worker its name
   * @param missing how many workers have not sent theirs yet
   */
  record ProfilePart(JobId job, String worker, byte[] parcel, int missing) implements ToClient {
    @Override
    public boolean isLarge() {
      return parcel.length > SMALL_BYTES;
    }
  }

  /** What tasks that run on a worker now have done so far, by job and stage. */
  record TaskSamples(List<StageSample> stages) implements ToScheduler {
    /** Copies the list. */
    public TaskSamples {
      stages = List.copyOf(stages);
    }

    @Override
    public boolean canWait() {
      return true;
    }
  }

  /**
   * A job of which the worker will get tasks.
   *
   * @param stages what its stages run
   * @param partitions how many partitions each stage writes
   * @param floorBytes what a task of each stage needs in any case
   * @param epochMicros the moment that the query sees
   * @param zone its time zone
   * @param generatesCode whether hot loops are compiled
   * @param isProfiled whether its threads are sampled
   */
  record JobBegins(
      JobId job,
      List<StageContent> stages,
      List<Integer> partitions,
      List<Long> floorBytes,
      long epochMicros,
      String zone,
      boolean generatesCode,
      boolean isProfiled)
      implements ToWorker {
    @Override
    public boolean isLarge() {
      return StageContent.areMany(stages);
    }
  }

  /** Bytes of a template or a table. */
  record Content(ContentHash hash, byte[] bytes) implements ToScheduler, ToWorker {
    @Override
    public boolean isLarge() {
      return bytes.length > SMALL_BYTES;
    }
  }

  /** A jar with the user's own code. */
  record Archive(ContentHash hash, byte[] bytes) implements ToScheduler, ToWorker {
    @Override
    public boolean isLarge() {
      return true;
    }
  }

  /** The worker need not keep these bytes any longer. */
  record ForgetContent(ContentHash hash) implements ToWorker {}

  /** The output of an attempt that is about to be reported as finished. */
  record OutputCommitted(InlineOutput output) implements ToScheduler {
    @Override
    public boolean canWait() {
      return true;
    }
  }

  /**
   * Which attempts count in an exchange.
   *
   * @param little what they have written, by map, if it is little, or else nothing
   */
  record Winners(int version, WinnerTable table, List<InlineOutput> little) implements ToWorker {
    @Override
    public boolean isLarge() {
      return table.maps().size() > SMALL_PARTS;
    }
  }

  /** What the scheduler wants of the worker. */
  record Order(Command.ToWorker command) implements ToWorker {}

  /** The worker may end. */
  record Drained() implements ToWorker {}

  // --- to servers of exchanges, workers among them

  /**
   * A shuffle server wants exchanges.
   *
   * @param before the name that an earlier process of the scheduler has given it
   */
  record JoinAsServer(String host, int port, Optional<ShuffleAddress> before)
      implements ToScheduler {}

  /** The server's name from now on. */
  record JoinedAsServer(ShuffleAddress server) implements ToServer {}

  /**
   * These jobs are not over.
   *
   * @param last the last number that a job has been given: others up to it are over
   */
  record JobsLive(List<JobId> jobs, long last) implements ToWorker, ToServer {
    /** Returns the jobs' numbers. */
    public Set<Long> numbers() {
      return jobs.stream().map(JobId::number).collect(Collectors.toSet());
    }

    @Override
    public boolean canWait() {
      return true;
    }
  }

  /** Nothing of a job is needed any longer. */
  record JobEnds(JobId job) implements ToWorker, ToServer {
    @Override
    public boolean canWait() {
      return true;
    }
  }

  /** An exchange is not needed any longer. */
  record Release(ExchangeId exchange) implements ToWorker, ToServer {
    @Override
    public boolean canWait() {
      return true;
    }
  }

  /** A life of a worker counts no longer. */
  record WorkerGone(WorkerId worker) implements ToWorker, ToServer {}

  /** A life of a worker counts again, which an earlier process of the scheduler had given up. */
  record WorkerBack(WorkerId worker) implements ToWorker, ToServer {}

  // --- to all that read exchanges

  /** A server of exchanges is lost: nobody is to wait for it. */
  record ServerGone(ShuffleAddress server) implements ToWorker, ToClient {}

  // --- from and to clients

  /** Asks how the cluster is. */
  record AskStatus(long tag) implements ToScheduler {}

  /** The state of the cluster. */
  record Status(long tag, ClusterStatus status) implements ToClient {}

  /** Asks how far a job of the client's is; not answered once it is over. */
  record AskProgress(JobId job) implements ToScheduler {}

  /**
   * How far each stage of a job is, what its tasks that run now have done so far, and what has
   * happened in it since the last of these messages.
   */
  record Progress(
      JobId job, List<StageProgress> stages, List<StageSample> running, List<JobEvent> events)
      implements ToClient {
    /** Copies the lists. */
    public Progress {
      stages = List.copyOf(stages);
      running = List.copyOf(running);
      events = List.copyOf(events);
    }
  }

  /**
   * A job; the content of its stages has been sent before. The scheduler may want archives first.
   *
   * @param tag the client's own name for it
   * @param text what it is for
   * @param isWatched whether the client wants to be told what happens in it
   * @param isProfiled whether its threads are sampled
   * @param query the query that it belongs to, if the client tells the dashboard of it
   */
  record Submit(
      long tag,
      JobText text,
      JobShape shape,
      List<StageContent> stages,
      long epochMicros,
      String zone,
      boolean generatesCode,
      boolean isWatched,
      boolean isProfiled,
      Optional<QueryRef> query)
      implements ToScheduler {
    @Override
    public boolean isLarge() {
      return StageContent.areMany(stages);
    }
  }

  /**
   * The job's name from now on.
   *
   * @param isKept whether the job is going to outlive the scheduler's process; Kept is sent from
   *     when on
   */
  record Accepted(long tag, JobId job, boolean isKept, long patienceMillis) implements ToClient {}

  /**
   * What the dashboard is told of a query.
   *
   * @param query its number in the client's process
   * @param news the bytes of {@link QueryNews}
   */
  record QueryTold(long query, byte[] news) implements ToScheduler {
    @Override
    public boolean isLarge() {
      return news.length > SMALL_BYTES;
    }

    @Override
    public boolean canWait() {
      return true;
    }
  }

  /**
   * Somebody wants that a query of the client's stops.
   *
   * @param query its number in the client's process
   * @param reason says by whom, for its error
   */
  record StopQuery(long query, String reason) implements ToClient {}

  /** The client ends, and with it its jobs: it is not going to come back. */
  record Leave() implements ToScheduler {}

  /** The job is not accepted without these archives: to be sent, and the job once more. */
  record WantArchives(long tag, List<ContentHash> archives) implements ToClient {
    /** Copies the list. */
    public WantArchives {
      archives = List.copyOf(archives);
    }
  }

  /** From now on the job outlives the scheduler's process. */
  record Kept(JobId job) implements ToClient {
    @Override
    public boolean canWait() {
      return true;
    }
  }

  /** The client has connected again, and wants these jobs and what it has submitted just now. */
  record Resume(List<JobId> jobs) implements ToScheduler {}

  /** The client wants the job no more. */
  record Cancel(JobId job) implements ToScheduler {}

  /**
   * Where the result is.
   *
   * @param little the result itself, by map, if it is small, or else nothing
   * @param steps what was made of stages since sizes were known
   */
  record Result(
      JobId job, int version, WinnerTable table, List<InlineOutput> little, List<String> steps)
      implements ToClient {
    @Override
    public boolean isLarge() {
      return table.maps().size() > SMALL_PARTS;
    }
  }

  /**
   * Where parts of a streamed result are that can be read while others are made.
   *
   * @param table has the winners of these parts, in order
   * @param firstPart number of the first of them
   * @param parts how many the result has
   */
  record ResultParts(JobId job, WinnerTable table, int firstPart, int parts) implements ToClient {
    @Override
    public boolean isLarge() {
      return table.maps().size() > SMALL_PARTS;
    }
  }

  /** The job is over. */
  record Failed(JobId job, ErrorCode code, String message) implements ToClient {}

  /** The client has read the result. */
  record ResultAcknowledged(JobId job) implements ToScheduler {}

  /** The client could not read some of the result. */
  record ResultLost(JobId job, int exchange, int version, List<Integer> maps)
      implements ToScheduler {}

  /** The client could not read a part of a streamed result that an attempt has written. */
  record ResultPartLost(JobId job, int exchange, int part, int attempt) implements ToScheduler {}
}
