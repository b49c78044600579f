package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobProgress;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.PlanMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A job as its client knows it: the receiving thread updates it, one thread waits. Thread-safe. */
final class ClientJob {
  private static final long CHECK_MILLIS = 20;

  /** Who looks all the time asks again only when there is an answer, or for so long was none. */
  private static final long ASK_AGAIN_NANOS = 1_000_000_000;

  private final MeasuredStages measured;
  private final JobProgress progress;
  private final RemoteProfile profile;
  private @Nullable JobId id; // guarded by this
  private ControlMessage.@Nullable Result result; // guarded by this
  private final Map<Integer, ResultPart> parts = new HashMap<>(); // by number; guarded by this
  private int partCount = -1; // guarded by this; negative while that is not known
  private @Nullable HeddleException error; // guarded by this
  private boolean hasAskedToCancel; // guarded by this; of the scheduler's present process
  private long submittedNanos; // guarded by this; 0 before, and once it was accepted
  private long submittedBytes; // guarded by this
  private boolean hasAskedProgress; // guarded by this; and it was not answered
  private long askedNanos; // guarded by this; when that was

  ClientJob(StageGraph graph, PlanMetrics metrics, JobProgress progress) {
    this.measured = new MeasuredStages(graph, metrics);
    this.progress = progress;
    this.profile = new RemoteProfile(graph, progress.profiled());
  }

  /** Returns what workers have sampled of it. */
  RemoteProfile profile() {
    return profile;
  }

  void profiled(ControlMessage.ProfilePart part) {
    profile.add(part);
  }

  /** It is about to be sent. */
  synchronized void submit(long bytes) {
    submittedNanos = System.nanoTime();
    submittedBytes = bytes;
  }

  /** It has a name, or another one than before. */
  synchronized void accept(JobId job) {
    if (submittedNanos != 0) {
      progress.ended(QueryStep.SUBMISSION, submittedNanos, submittedBytes);
      submittedNanos = 0;
    }
    if (!job.equals(id)) {
      parts.clear();
      partCount = -1;
    }
    id = job;
    hasAskedToCancel = false;
    notifyAll();
  }

  /** The scheduler's process is another one, or the connection is. */
  synchronized void reconnected() {
    hasAskedToCancel = false;
    notifyAll();
  }

  synchronized void complete(ControlMessage.Result there) {
    result = there;
    partCount = there.table().maps().size();
    for (int number = 0; number < partCount; number++) {
      parts.put(number, new ResultPart(there.job(), there.table(), there.little(), number));
    }
    notifyAll();
  }

  /** Parts of a streamed result are there, some of them perhaps in place of others. */
  synchronized void extend(ControlMessage.ResultParts there) {
    partCount = there.parts();
    for (int i = 0; i < there.table().maps().size(); i++) {
      int number = there.firstPart() + i;
      parts.put(number, ResultPart.of(there.job(), there.table(), i, number, partCount));
    }
    notifyAll();
  }

  /** A part could not be read; another one in its place is awaited. */
  synchronized void forget(ResultPart part) {
    parts.remove(part.number(), part);
  }

  /**
   * Waits for a part of a streamed result; empty behind the last one.
   *
   * @param cancel receives the job's name, if the query is cancelled while it waits
   * @throws HeddleException how the job ended otherwise
   */
  synchronized Optional<ResultPart> awaitPart(
      int number, Cancellation cancellation, Consumer<JobId> cancel) {
    return await(
        () ->
            partCount >= 0 && number >= partCount
                ? Optional.<ResultPart>empty()
                : partOrNull(number),
        cancellation,
        cancel);
  }

  private @Nullable Optional<ResultPart> partOrNull(int number) {
    ResultPart part = parts.get(number);
    return part == null ? null : Optional.of(part);
  }

  /** Returns where the whole result is, if that is known and was not asked for. */
  synchronized Optional<ControlMessage.Result> result() {
    return Optional.ofNullable(result);
  }

  synchronized void fail(HeddleException why) {
    error = error == null ? why : error;
    notifyAll();
  }

  synchronized boolean hasFailed() {
    return error != null;
  }

  void measured(ControlMessage.Metrics message) {
    measured.add(message);
  }

  /** Returns the job's name if its scheduler is to be asked how far it is, else nothing. */
  synchronized Optional<JobId> askProgress() {
    long now = System.nanoTime();
    if (id == null || (hasAskedProgress && now - askedNanos < ASK_AGAIN_NANOS)) {
      return Optional.empty();
    }
    hasAskedProgress = true;
    askedNanos = now;
    return Optional.of(id);
  }

  private synchronized void answered() {
    hasAskedProgress = false;
  }

  void progressed(ControlMessage.Progress message) {
    answered();
    progress.state(message.stages());
    progress.sample(message.running());
    message.events().forEach(progress::happened);
  }

  /** Returns the job's name in the cluster, if it has been accepted. */
  synchronized @Nullable JobId id() {
    return id;
  }

  /**
   * Waits for a location of the result that was reported after the last call returned.
   *
   * @param cancel receives the job's name, if the query is cancelled while it waits
   * @throws HeddleException how the job ended otherwise
   */
  synchronized ControlMessage.Result await(Cancellation cancellation, Consumer<JobId> cancel) {
    return await(this::takeResult, cancellation, cancel);
  }

  private ControlMessage.@Nullable Result takeResult() {
    ControlMessage.Result there = result;
    result = null;
    return there;
  }

  private synchronized <T> T await(
      Supplier<@Nullable T> wanted, Cancellation cancellation, Consumer<JobId> cancel) {
    while (true) {
      if (error != null) {
        throw error;
      }
      T there = wanted.get();
      if (there != null) {
        return there;
      }
      if (!hasAskedToCancel && id != null && isCancelled(cancellation)) {
        cancel.accept(id);
        hasAskedToCancel = true;
      }
      try {
        wait(CHECK_MILLIS);
      } catch (InterruptedException e) {
        cancellation.cancel();
        Thread.currentThread().interrupt();
        if (id != null && !hasAskedToCancel) {
          cancel.accept(id);
        }
        cancellation.check();
      }
    }
  }

  private static boolean isCancelled(Cancellation cancellation) {
    try {
      cancellation.check();
      return false;
    } catch (HeddleException e) {
      return true;
    }
  }
}
