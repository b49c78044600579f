package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.EncodedStage;
import dev.heddle.engine.graph.StageCodec;
import dev.heddle.engine.graph.StageTables;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.expr.QueryTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A job as a worker knows it. Thread-safe. What has been read of it is freed when it has ended and
 * no task uses it any more.
 */
final class WorkerJob {
  private final ControlMessage.JobBegins begins;
  private final Map<ContentHash, byte[]> content;
  private final QueryTime time;
  private final MemoryAccount account;
  private final StageTables tables;
  private final Map<Integer, StageTemplate> stages = new HashMap<>(); // guarded by this
  private int users; // guarded by this
  private boolean ended; // guarded by this
  private boolean freed; // guarded by this

  /**
   * Makes a job of which nothing has been read.
   *
   * @param content bytes by name, filled by others
   */
  WorkerJob(
      ControlMessage.JobBegins begins, Map<ContentHash, byte[]> content, MemoryLedger ledger) {
    this.begins = begins;
    this.content = content;
    this.time = new QueryTime(begins.epochMicros(), ZoneId.of(begins.zone()));
    this.account = ledger.open("tables of " + begins.job());
    this.tables = new StageTables(account, this::bytes);
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
      tables.close();
      account.close();
    }
  }

  /** Returns how many partitions a stage writes. */
  int partitions(int stage) {
    return begins.partitions().get(stage);
  }

  QueryTime time() {
    return time;
  }

  Optional<LoopCache> loops() {
    return begins.generatesCode() ? Optional.of(LoopCache.SHARED) : Optional.empty();
  }

  /** Returns what the tasks of a stage run, read from its bytes the first time. */
  synchronized StageTemplate stage(int stage) {
    StageTemplate template = stages.get(stage);
    if (template == null) {
      StageContent names = begins.stages().get(stage);
      template =
          StageCodec.decode(new EncodedStage(bytes(names.template()), names.tables()), tables);
      stages.put(stage, template);
    }
    return template;
  }
}
