package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.graph.EncodedGraph;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.io.codec.RecordCodec;
import java.util.ArrayList;
import java.util.List;

/**
 * All that tasks of a job have to know which another engine hosts: it ships these bytes once to
 * each process.
 *
 * @param begins the job
 * @param content templates and tables
 * @param archives jars with the user's own code
 */
public record HostedJob(
    ControlMessage.JobBegins begins,
    List<ControlMessage.Content> content,
    List<ControlMessage.Archive> archives) {
  private static final RecordCodec<HostedJob> CODEC = RecordCodec.of(HostedJob.class);

  /** Copies the lists. */
  public HostedJob {
    content = List.copyOf(content);
    archives = List.copyOf(archives);
  }

  /**
   * Makes a job.
   *
   * @param job its name, unique among all that the processes see
   * @param stages that run there; each writes an exchange
   * @param encoded the same stages
   * @param threads of a task
   */
  public static HostedJob of(
      JobId job,
      List<StageTemplate> stages,
      EncodedGraph encoded,
      int threads,
      JobContext context) {
    List<ControlMessage.Archive> archives = new ArrayList<>();
    encoded
        .archives()
        .forEach((hash, bytes) -> archives.add(new ControlMessage.Archive(hash, bytes)));
    List<Integer> partitions = new ArrayList<>();
    List<Long> floors = new ArrayList<>();
    for (StageTemplate stage : stages) {
      partitions.add(
          switch (stage.output()) {
            case StageOutput.ToExchange to -> to.shape().partitions();
            case StageOutput.Result _ ->
                throw new IllegalArgumentException("Stage " + stage.stage() + " writes nothing");
          });
      floors.add(WorkerStage.floorBytes(stage, threads));
    }
    return new HostedJob(
        new ControlMessage.JobBegins(
            job,
            StageContent.namesOf(encoded),
            partitions,
            floors,
            context.time().epochMicros(),
            context.time().zone().getId(),
            context.loops().isPresent(),
            false),
        StageContent.bytesOf(encoded),
        archives);
  }

  /** Returns the bytes. */
  public byte[] encode() {
    return CODEC.encode(this);
  }

  /** Reads bytes that {@link #encode} has made. */
  public static HostedJob decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
