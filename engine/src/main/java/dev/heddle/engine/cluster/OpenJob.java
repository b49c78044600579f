package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.scheduler.Command;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A job that is not over, as the scheduler's process knows it. Used by one thread. */
final class OpenJob {
  private final JobId id;
  private final JobOwner owner;
  private final ControlMessage.Submit submit;
  private final Map<ContentHash, byte[]> content;
  private final long begunMillis;
  boolean hasFailed;

  /** Who waits for it; nobody yet if it was open when the scheduler started again. */
  @Nullable Member client;

  /** The end of its work, if it has been announced. */
  Command.@Nullable CompleteJob complete;

  OpenJob(
      JobId id,
      JobOwner owner,
      ControlMessage.Submit submit,
      Map<ContentHash, byte[]> content,
      long begunMillis) {
    this.id = id;
    this.owner = owner;
    this.submit = submit;
    this.content = content;
    this.begunMillis = begunMillis;
  }

  JobId id() {
    return id;
  }

  JobOwner owner() {
    return owner;
  }

  /** Returns what lets a later process go on with it. */
  JournalRecord.Opened opened() {
    return new JournalRecord.Opened(
        id,
        owner,
        submit,
        content.entrySet().stream()
            .map(each -> new ControlMessage.Content(each.getKey(), each.getValue()))
            .toList());
  }

  ControlMessage.Submit submit() {
    return submit;
  }

  /** Returns whether all bytes that its stages name are here. */
  boolean isWhole() {
    return submit.stages().size() == submit.shape().stages().size()
        && submit.stages().stream()
            .allMatch(
                stage ->
                    has(stage.template())
                        && stage.tables().stream().allMatch(this::has)
                        && stage.archives().stream().allMatch(this::has));
  }

  boolean has(ContentHash hash) {
    return content.containsKey(hash);
  }

  byte[] bytes(ContentHash hash) {
    return Objects.requireNonNull(content.get(hash), "no such bytes");
  }

  long begunMillis() {
    return begunMillis;
  }

  ControlMessage.JobBegins begins() {
    return new ControlMessage.JobBegins(
        id,
        submit.stages(),
        submit.shape().stages().stream().map(StageShape::partitions).toList(),
        submit.shape().stages().stream().map(StageShape::floorBytes).toList(),
        submit.epochMicros(),
        submit.zone(),
        submit.generatesCode());
  }
}
