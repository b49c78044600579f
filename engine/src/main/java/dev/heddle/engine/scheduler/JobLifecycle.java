package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.scheduler.adaptive.AdaptiveBroadcast;
import dev.heddle.engine.scheduler.adaptive.AdaptiveLimits;
import dev.heddle.engine.scheduler.adaptive.EmptyInputElimination;
import dev.heddle.engine.scheduler.adaptive.PartitionCoalescing;
import dev.heddle.engine.scheduler.adaptive.SkewedPartitions;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.List;
import java.util.Optional;

/** Decides which stages of a job are needed, may run and can be released, and how it ends. */
final class JobLifecycle {
  private final Job job;
  private final SchedulerContext context;
  private final AdaptiveLimits limits;
  private boolean hasEnded;
  private int announcedVersion = -1;
  private boolean arePartsAnnounced; // ever
  private int announcedParts; // of a streamed result, from the first on

  JobLifecycle(Job job, SchedulerContext context) {
    this.job = job;
    this.context = context;
    this.limits = context.options().adaptive();
  }

  boolean hasEnded() {
    return hasEnded;
  }

  /** Returns whether the client was notified of a result. */
  boolean wasAnnounced() {
    return announcedVersion >= 0 || arePartsAnnounced;
  }

  /** Returns whether the client may have read parts of a result that is not complete. */
  boolean arePartsAnnounced() {
    return arePartsAnnounced;
  }

  /** Returns up to which part the client knows a streamed result. */
  int announcedParts() {
    return announcedParts;
  }

  /** The client was sent parts of the result in an earlier life of the scheduler. */
  void markPartsAnnounced() {
    arePartsAnnounced = true;
  }

  /** The client was notified of a result in an earlier life of the scheduler. */
  void markAnnounced() {
    announcedVersion = 0;
  }

  /** Works out what is needed, may run, and can go; called when a stage is complete or is not. */
  void refresh() {
    if (hasEnded) {
      return;
    }
    findNeeds();
    findSkew();
    boolean areSomeLeftOut = false;
    while (eliminateEmptyInputs()) {
      areSomeLeftOut = true;
      findSkew(); // what was left out is complete
    }
    if (areSomeLeftOut) {
      findNeeds();
      stopUnneeded();
    }
    if (broadcastSmallInputs()) {
      findNeeds();
    }
    Optional<JobId> gone = job.inputs().gone();
    if (gone.isPresent()) {
      fail(
          ErrorCode.FETCH_LOST,
          "Rows persisted in the cluster by " + gone.get() + " are gone: run the query again");
      return;
    }
    for (Stage stage : job.stages()) {
      boolean mayRun = mayRun(stage);
      if (mayRun && !stage.isDivided()) {
        divide(stage);
      }
      if (mayRun) {
        stage.markRunnable();
      } else {
        stage.block();
      }
      job.noteReady(stage);
    }
    Stage result = job.resultStage();
    if (result.isComplete() && result.shape().partitions() == 0) {
      context.add(new Command.CompleteJob(job.id(), job.exchange(result), result.version()));
      end();
      return;
    }
    for (Stage stage : job.stages()) {
      if (stage.isStored() && canGo(stage)) {
        release(stage);
      }
    }
    if (result.isComplete() && announcedVersion != result.version()) {
      announcedVersion = result.version();
      if (job.isStreamed()) {
        decidePartsAnnounced(); // it may lose some of them while the client reads others
      }
      context.decide(new Decision.Announced(job.id()));
      context.add(new Command.CompleteJob(job.id(), job.exchange(result), result.version()));
    }
    announceParts();
    refreshReaders();
  }

  /** Notifies the client of parts of a streamed result that follow on those it knows. */
  void announceParts() {
    Stage result = job.resultStage();
    if (!job.isStreamed() || hasEnded || result.isComplete() || !result.isStored()) {
      return;
    }
    int end = announcedParts;
    while (result.knows(end) && result.table().state(end) == TaskTable.DONE) {
      end++;
    }
    if (end > announcedParts) {
      decidePartsAnnounced();
      context.add(
          new Command.ExtendResult(
              job.id(), job.exchange(result), announcedParts, end, result.tasks()));
      announcedParts = end;
    }
  }

  private void decidePartsAnnounced() {
    if (!arePartsAnnounced) {
      arePartsAnnounced = true;
      context.decide(new Decision.PartsAnnounced(job.id()));
    }
  }

  /** A part of the result is gone: the client will be notified of another one. */
  void partGone(int part) {
    announcedParts = Math.min(announcedParts, part);
  }

  private boolean mayRun(Stage stage) {
    return stage.isNeeded()
        && !stage.isComplete()
        && job.inputs().areComplete(stage)
        && !AdaptiveBroadcast.isAwaited(job, stage, limits);
  }

  /** From the result backwards: what an unfinished stage reads is needed. */
  private void findNeeds() {
    for (int i = job.stageCount() - 1; i >= 0; i--) {
      Stage stage = job.stage(i);
      boolean isNeeded = stage == job.resultStage();
      for (int consumer : stage.consumers()) {
        isNeeded |= job.stage(consumer).isNeeded() && !job.stage(consumer).isComplete();
      }
      if (!isNeeded) {
        stage.markUnneeded();
        continue;
      }
      stage.markNeeded();
      if (stage.isReleased()) {
        startAnew(stage);
      }
    }
  }

  // --- adaptive steps -------------------------------------------------------------------------

  private void findSkew() {
    int slots = context.members().slots();
    for (var next = SkewedPartitions.next(job, limits, slots);
        next.isPresent();
        next = SkewedPartitions.next(job, limits, slots)) {
      SkewedPartitions.Skew skew = next.get();
      context.decide(new Decision.Skewed(job.id(), skew.stage(), skew.partitions()));
      job.stage(skew.stage()).setSkewed(skew.partitions());
      if (!skew.partitions().isEmpty()) {
        note(job.stage(skew.stage()), skew.reason());
      }
    }
  }

  private boolean eliminateEmptyInputs() {
    boolean any = false;
    for (var next = EmptyInputElimination.next(job, limits);
        next.isPresent();
        next = EmptyInputElimination.next(job, limits)) {
      EmptyInputElimination.Elimination step = next.get();
      context.decide(new Decision.LeftOut(job.id(), step.stage(), step.input()));
      note(job.stage(step.stage()), step.reason());
      job.stage(step.stage()).leaveOut(step.input());
      any = true;
    }
    return any;
  }

  /** Stops what is under way only for stages that were left out. */
  private void stopUnneeded() {
    for (Stage stage : job.stages()) {
      if (!stage.isNeeded() && stage.held() > 0) {
        startAnew(stage);
      }
    }
  }

  private boolean broadcastSmallInputs() {
    boolean any = false;
    for (var next = AdaptiveBroadcast.next(job, limits);
        next.isPresent();
        next = AdaptiveBroadcast.next(job, limits)) {
      AdaptiveBroadcast.Fusion step = next.get();
      fuse(job.stage(step.stage()), step.input());
      context.decide(new Decision.TookIn(job.id(), step.stage(), step.input()));
      note(job.stage(step.stage()), step.reason());
      any = true;
    }
    return any;
  }

  /** Lets the tasks of a stage do the work of one that it reads. */
  void fuse(Stage stage, int input) {
    Stage other = job.stage(input);
    stage.fuse(other);
    for (StageInput read : other.shape().inputs()) {
      job.stage(read.stage()).replaceConsumer(input, stage.number());
    }
  }

  private void divide(Stage stage) {
    Optional<PartitionCoalescing.Division> division =
        PartitionCoalescing.of(job, stage, limits, context.members().slots());
    division.ifPresent(d -> d.reasons().forEach(reason -> note(stage, reason)));
    stage.divide(division.map(PartitionCoalescing.Division::ranges).orElse(List.of()));
    if (stage != job.resultStage() || !job.isStreamed()) { // whose parts are read in their order
      division.ifPresent(d -> stage.table().startIn(d.order()));
    }
    if (stage.shape().isAdaptive()) {
      context.decide(new Decision.Ranged(job.id(), stage.number(), stage.ranges()));
    }
  }

  private void note(Stage stage, String step) {
    stage.addStep(step);
    context.add(new Command.NoteStep(job.id(), stage.number(), step));
  }

  // --- exchanges ------------------------------------------------------------------------------

  /** Adds what a task has written for the first time. */
  void addOutput(Stage stage, SealedMap output) {
    addHeldBytes(stage, output.bytes());
    stage.addOutput(output);
  }

  /** Counts bytes of an exchange, or takes them back. */
  private void addHeldBytes(Stage stage, long bytes) {
    if (!stage.isKept()) {
      context.addHeldBytes(bytes);
    }
  }

  private boolean canGo(Stage stage) {
    if (stage.isNeeded() || !stage.isComplete()) {
      return false;
    }
    if (context.options().keepsInputs()) {
      for (int consumer : stage.consumers()) {
        if (!isRead(job.stage(consumer))) {
          return false; // should the consumer's output be lost, this is read again
        }
      }
    }
    return true;
  }

  private boolean isRead(Stage stage) {
    if (stage == job.resultStage()) {
      return job.isKept() && stage.isComplete(); // may last: inputs are not stored so long
    }
    for (int consumer : stage.consumers()) {
      if (!job.stage(consumer).isComplete()) {
        return false;
      }
    }
    return true;
  }

  private void release(Stage stage) {
    markReleased(stage);
    context.decide(new Decision.Released(job.id(), stage.number()));
    context.add(new Command.ReleaseExchange(job.exchange(stage)));
  }

  /** Releases a stage's exchange, if there is one. */
  private void drop(Stage stage) {
    if (stage.isStored()) {
      release(stage);
    } else if (!stage.isReleased()) {
      addHeldBytes(stage, -stage.bytes()); // was to be there again
    }
  }

  /** A stage's exchange is gone, and its winners count no longer. */
  void markReleased(Stage stage) {
    stage.release();
    addHeldBytes(stage, -stage.bytes());
    for (int number = 0; number < stage.winners().end(); number++) {
      int count = stage.winners().clear(number);
      ServerState server = context.members().server(number);
      if (server != null) {
        server.addWinners(-count);
      }
    }
  }

  /** All tasks of a stage run again, into another exchange; the rows should be the same. */
  void startAnew(Stage stage) {
    startAnew(new Decision.MadeAnew(job.id(), stage.number(), true));
  }

  /** All tasks of a stage run again, into another exchange; the rows need not be the same. */
  void rollBack(Stage stage) {
    startAnew(new Decision.MadeAnew(job.id(), stage.number(), false));
  }

  private void startAnew(Decision.MadeAnew decision) {
    Stage stage = job.stage(decision.stage());
    job.attempts().stopAll(stage);
    drop(stage);
    if (stage == job.resultStage()) {
      partGone(0);
    }
    stage.startAnew(decision);
    context.decide(decision);
    addHeldBytes(stage, stage.bytes()); // of rows that are going to be there again
  }

  /** Replays a stage's start anew in an earlier life, whose attempts are unknown. */
  void replay(Decision.MadeAnew decision) {
    Stage stage = job.stage(decision.stage());
    if (!stage.isReleased()) {
      addHeldBytes(stage, -stage.bytes());
    }
    stage.startAnew(decision);
    addHeldBytes(stage, stage.bytes());
  }

  // --- the end --------------------------------------------------------------------------------

  /** Lets jobs that read the result learn that it is complete, is not, or is gone. */
  void refreshReaders() {
    if (job.isKept() && !context.isRecovering()) {
      for (Job reader : context.jobs().values()) {
        if (reader.inputs().containPin(job.id())) {
          reader.lifecycle().refresh();
        }
      }
    }
  }

  /** Ends the job with an error for the client. */
  void fail(ErrorCode code, String message) {
    if (!hasEnded) {
      end();
      context.add(new Command.FailJob(job.id(), code, message));
      refreshReaders();
    }
  }

  /** Stops what runs and releases what is stored; the client is not notified. */
  void end() {
    if (hasEnded) {
      return;
    }
    for (Stage stage : job.stages()) {
      if (stage.isDivided()) {
        job.attempts().stopAll(stage);
      }
      drop(stage);
      stage.block();
    }
    hasEnded = true;
    context.decide(new Decision.JobEnded(job.id()));
    context.endJob();
    job.clearReady();
    job.attempts().clearDelays();
  }
}
