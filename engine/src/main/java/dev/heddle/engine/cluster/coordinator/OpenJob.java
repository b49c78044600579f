package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job that is not over, as the scheduler's process knows it. Used by one thread. */
final class OpenJob {
  private static final long MAX_INLINE_BYTES = 256 << 10;
  private static final int MAX_INLINE_OUTPUTS = 256;

  private final JobId id;
  private final JobOwner owner;
  private final ControlMessage.Submit submit;
  private final Map<ContentHash, byte[]> content;
  private final long begunMillis;
  private final Map<MapAttempt, InlineOutput> inlineOutputs = new HashMap<>();
  private final JobSamples samples;
  private final JobEvents events;
  private long inlineBytes;
  private Optional<String> failure = Optional.empty();
  private @Nullable ConnectedMember client;
  private long clientUntilMillis = Long.MAX_VALUE;
  private Command.@Nullable CompleteJob complete;
  private int parts;

  /**
   * Makes a job that has just come.
   *
   * @param feed tells the dashboard what happens in it, if there is one
   */
  OpenJob(
      JobId id,
      JobOwner owner,
      ControlMessage.Submit submit,
      Map<ContentHash, byte[]> content,
      long begunMillis,
      @Nullable ClusterFeed feed) {
    this.id = id;
    this.owner = owner;
    this.submit = submit;
    this.content = content;
    this.begunMillis = begunMillis;
    this.samples = new JobSamples(id);
    this.events = new JobEvents(id, submit, feed);
  }

  /** Returns a job that an earlier process has left, whose archives are put with the others. */
  static OpenJob of(
      JournalRecord.Opened opened, ArchiveCache archives, long now, @Nullable ClusterFeed feed) {
    Map<ContentHash, byte[]> content = new HashMap<>();
    opened.content().forEach(bytes -> content.put(bytes.hash(), bytes.bytes()));
    opened.submit().stages().stream()
        .flatMap(stage -> stage.archives().stream())
        .filter(content::containsKey)
        .forEach(hash -> archives.put(hash, content.get(hash)));
    return new OpenJob(opened.job(), opened.client(), opened.submit(), content, now, feed);
  }

  /** Returns what its tasks have done that run now. */
  JobSamples samples() {
    return samples;
  }

  /** Returns what has happened in it. */
  JobEvents events() {
    return events;
  }

  JobId id() {
    return id;
  }

  JobOwner owner() {
    return owner;
  }

  /** Returns the client that waits for it; null while that is not connected. */
  @Nullable ConnectedMember client() {
    return client;
  }

  void attach(ConnectedMember to) {
    client = to;
  }

  /** Its client is not connected; it ends at a time if that does not come back. */
  void detach(long untilMillis) {
    client = null;
    clientUntilMillis = untilMillis;
  }

  /** Returns when it ends if its client is not connected then. */
  long clientUntilMillis() {
    return clientUntilMillis;
  }

  /** Returns the end of its work, if it has come. */
  Command.@Nullable CompleteJob complete() {
    return complete;
  }

  /** Returns how many parts a streamed result has; 0 if none is known to be there. */
  int parts() {
    return parts;
  }

  void extend(int ofParts) {
    parts = ofParts;
  }

  void complete(Command.CompleteJob end) {
    complete = end;
  }

  /** Returns why it has failed, if it has. */
  Optional<String> failure() {
    return failure;
  }

  void fail(String why) {
    failure = Optional.of(why);
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

  /** Keeps what an attempt has written, unless there is much of that already. */
  void put(InlineOutput output) {
    int bytes = output.blocks().length;
    if (inlineBytes + bytes <= MAX_INLINE_BYTES && inlineOutputs.size() < MAX_INLINE_OUTPUTS) {
      inlineBytes += bytes;
      inlineOutputs.put(output.attempt(), output);
    }
  }

  /** Returns what the winners have written, by map, if all of it is known; else nothing. */
  List<InlineOutput> inline(WinnerTable table) {
    List<InlineOutput> all = new ArrayList<>();
    for (int map = 0; map < table.maps().size(); map++) {
      InlineOutput output =
          inlineOutputs.get(new MapAttempt(table.exchange(), map, table.maps().get(map).attempt()));
      if (output == null) {
        return List.of();
      }
      all.add(output);
    }
    return all;
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
        submit.generatesCode(),
        submit.isProfiled());
  }

  /** Returns how it is. */
  ClusterStatus.Job status(Scheduler scheduler, long now) {
    return new ClusterStatus.Job(
        id,
        owner.name(),
        submit.text(),
        now - begunMillis,
        scheduler.whyIdle(id),
        scheduler.progress(id),
        samples.stages());
  }
}
