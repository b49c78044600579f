package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.code.JobCode;
import dev.heddle.engine.code.WorkerCode;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.EncodedStage;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageTables;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job as a worker knows it. Thread-safe. What has been read of it is freed when it has ended and
 * no task uses it any more.
 */
final class WorkerJob {
  private final ControlMessage.JobBegins begins;
  private final Map<ContentHash, byte[]> content;
  private final int threads;
  private final QueryTime time;
  private final MemoryAccount account;
  private final StageTables tables;
  private final KnownTemplates templates;
  private final JobCode code;
  private final Optional<JobSampling> sampling;
  private final Map<Integer, WorkerStage> stages = new HashMap<>(); // guarded by this
  private final Map<List<Integer>, WorkerStage> joined = new HashMap<>(); // guarded by this
  private int users; // guarded by this
  private boolean ended; // guarded by this
  private boolean freed; // guarded by this

  /**
   * Makes a job of which nothing has been read.
   *
   * @param content bytes by name, filled by others
   * @param threads how many threads a task has
   * @param pinned opens rows that other jobs have persisted
   * @param code the user's own code, filled by others
   * @param templates those of earlier jobs
   */
  WorkerJob(
      ControlMessage.JobBegins begins,
      Map<ContentHash, byte[]> content,
      MemoryLedger ledger,
      int threads,
      PinnedRows pinned,
      WorkerCode code,
      KnownTemplates templates) {
    this.begins = begins;
    this.templates = templates;
    this.threads = threads;
    this.content = content;
    this.time = new QueryTime(begins.epochMicros(), ZoneId.of(begins.zone()));
    this.account = ledger.open("tables of " + begins.job());
    this.tables = new StageTables(account, this::bytes, pinned);
    this.code = new JobCode(code, begins.job());
    this.sampling = begins.isProfiled() ? Optional.of(new JobSampling()) : Optional.empty();
  }

  /** Returns its samples, if it is profiled. */
  Optional<JobSampling> sampling() {
    return sampling;
  }

  private byte[] bytes(ContentHash hash) {
    byte[] bytes = content.get(hash);
    if (bytes == null) {
      throw new HeddleException(ErrorCode.INTERNAL, "The bytes " + hash + " are not here");
    }
    return bytes;
  }

  /** Begins to use the job; false if it has ended. */
  synchronized boolean enter() {
    if (ended) {
      return false;
    }
    users++;
    return true;
  }

  synchronized void leave() {
    users--;
    freeIfUnused();
  }

  synchronized void end() {
    ended = true;
    freeIfUnused();
  }

  private void freeIfUnused() {
    if (ended && users == 0 && !freed) {
      freed = true;
      code.close();
      tables.close();
      account.close();
    }
  }

  QueryTime time() {
    return time;
  }

  Optional<LoopCache> loops() {
    return begins.generatesCode() ? Optional.of(LoopCache.SHARED) : Optional.empty();
  }

  /**
   * Returns what the tasks of a stage run.
   *
   * @param taken stages whose work they do too, each read by one before it
   */
  synchronized WorkerStage stage(int number, List<Integer> taken) {
    WorkerStage stage = stage(number);
    if (taken.isEmpty()) {
      return stage;
    }
    List<Integer> all = new ArrayList<>(taken);
    all.addFirst(number);
    WorkerStage known = joined.get(all);
    if (known == null) {
      known = stage;
      for (int other : taken) {
        known = known.takingIn(stage(other));
      }
      joined.put(all, known);
    }
    return known;
  }

  /** Returns what the tasks of a stage run by themselves, read from its bytes the first time. */
  private WorkerStage stage(int number) {
    WorkerStage stage = stages.get(number);
    if (stage == null) {
      StageContent names = begins.stages().get(number);
      EncodedStage encoded =
          new EncodedStage(bytes(names.template()), names.tables(), names.archives());
      long size = encoded.template().length;
      for (ContentHash table : names.tables()) {
        size += bytes(table).length;
      }
      stage =
          new WorkerStage(
              templates.of(names, size, () -> StageCodec.decode(encoded, tables, code)),
              "a task of stage " + number + " of " + begins.job(),
              threads,
              begins.floorBytes().get(number),
              begins.partitions()::get);
      stages.put(number, stage);
    }
    return stage;
  }

  /** Returns what tasks of a stage did since the last call, if any have finished. */
  synchronized List<ControlMessage.Metrics> takeCounts(int stage) {
    List<ControlMessage.Metrics> measured = new ArrayList<>();
    if (stages.containsKey(stage)) {
      measured.addAll(stages.get(stage).takeMeasured(begins.job()));
    }
    joined.forEach(
        (all, known) -> {
          if (all.getFirst() == stage) {
            measured.addAll(known.takeMeasured(begins.job()));
          }
        });
    return measured;
  }
}
